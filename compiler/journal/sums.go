package journal

import (
	"fmt"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// sums brings the sums of the pages of a change up to date, in a vault that is shared. A page has the sum of its base
// text, and so has the base text itself. A page without a record that had its own sum gets its new one.
func (j *Journal) sums(ch *Entry) error {
	if !j.Shared {
		return nil
	}
	for i := range ch.Files {
		f := &ch.Files[i]
		if f.Code || f.After == nil {
			continue
		}
		if err := j.sum(ch, f); err != nil {
			return fmt.Errorf("%s %q: %w", ch.What, f.Path, err)
		}
	}
	return nil
}

func (j *Journal) sum(ch *Entry, f *File) error {
	p, known := ch.Pages[f.Path]
	page := wiki.Parse(f.After)
	if page.ReadOnly() {
		return nil
	}
	var err error
	switch {
	case !known || p.After == nil:
		if wiki.Parse(f.Before).Fits() {
			page, err = page.Summed()
		}
	case p.After.Base == f.Now:
		var own *wiki.Article
		if own, err = page.Summed(); err == nil && own != page {
			page, p.After.Base = own, ch.AddText(own.Bytes())
		}
	default:
		page, err = j.resting(ch, page, p.After)
	}
	if err != nil {
		return err
	}
	if now := fsutil.Hash(page.Bytes()); now != f.Now {
		if known && p.After != nil && p.After.Hash == f.Now {
			p.After.Hash = now
		}
		f.After, f.Now = page.Bytes(), now
	}
	return nil
}

// resting returns a page with the sum of its base text, which gets its own.
func (j *Journal) resting(ch *Entry, page *wiki.Article, rec *state.PageRecord) (*wiki.Article, error) {
	var base *wiki.Article
	if text := ch.Texts[rec.Base]; text != nil {
		base = wiki.Parse(text)
	} else {
		var err error
		if base, err = j.Store.Text(rec.Base); err != nil {
			return nil, err
		}
	}
	if base == nil || base.ReadOnly() {
		return page, nil
	}
	own, err := base.Summed()
	if err != nil {
		return nil, err
	}
	if own != base {
		rec.Base = ch.AddText(own.Bytes())
	}
	return page.SetText(wiki.SumKey, own.Sum())
}
