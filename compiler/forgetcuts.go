package compiler

import (
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
)

// Cuts are what goes from the logs, by day.
func (t *Target) Cuts() map[daily.Date]daily.Cut {
	out := map[daily.Date]daily.Cut{}
	for _, d := range t.Entries {
		for _, v := range t.known(d) {
			c := daily.Cut{Entries: map[string]bool{d.ID: true}}
			for _, b := range v.Bullets {
				if t.lostID(d, b) {
					c.Add(daily.Cut{Lines: map[string]bool{daily.LineHash(d.ID, b.Text): true}})
				}
				if t.strayed(v, b) {
					c.Add(daily.Cut{Blocks: map[string]bool{strings.ToLower(b.Block): true}})
				}
			}
			add(out, v.Date, c)
		}
	}
	for _, d := range t.Sections {
		add(out, d.Date, daily.Cut{Sections: map[string]bool{d.Hash: true}})
	}
	settled, repeats := t.settlements()
	for _, d := range settled {
		add(out, d.Date, daily.Cut{Entries: map[string]bool{d.ID: true}})
	}
	for _, l := range slices.Concat(t.Lines, repeats) {
		if l.Bullet.Block == "" {
			add(out, l.Of.Date, daily.Cut{Lines: map[string]bool{daily.LineHash(l.Of.ID, l.Bullet.Text): true}})
			continue
		}
		add(out, l.Of.Date, daily.Cut{Blocks: map[string]bool{strings.ToLower(l.Bullet.Block): true}})
	}
	for _, k := range t.bare {
		if day, err := daily.ParseDate(k.Day()); err == nil {
			_, block, _ := strings.Cut(string(k), "#^")
			c := daily.Cut{}
			if block != "" {
				c.Blocks = map[string]bool{block: true}
			}
			add(out, day, c)
		}
	}
	return out
}

// strayed reports whether a line of ours stands outside of markers now, because somebody took one away.
func (t *Target) strayed(d daily.Dated, b daily.Bullet) bool {
	return !d.Hand && !b.Foreign() && slices.ContainsFunc(t.all, func(o *daily.Dated) bool {
		return o.Hand && o.Date == d.Date && slices.ContainsFunc(o.Bullets, func(x daily.Bullet) bool { return strings.EqualFold(x.Block, b.Block) })
	})
}

func add(cuts map[daily.Date]daily.Cut, d daily.Date, c daily.Cut) {
	if d.IsZero() {
		return
	}
	all := cuts[d]
	all.Add(c)
	cuts[d] = all
}

// Texts are the words of the target.
func (t *Target) Texts() (out []string) {
	for _, list := range [][]daily.Dated{t.Entries, t.Sections} {
		for _, d := range list {
			out = append(out, t.said(d)...)
			for _, v := range t.known(d) {
				if v.Title != daily.Forgotten && !t.shared(v.Title) {
					out = append(out, v.Title)
				}
				out = append(out, v.Context)
			}
		}
	}
	for _, l := range t.Lines {
		out = append(out, l.Bullet.Text)
		for _, v := range t.kept[l.Of.ID] {
			for _, b := range v.Bullets {
				if daily.Wrote(v.ID, b.Text, l.Bullet.Block) {
					out = append(out, b.Text)
				}
			}
		}
	}
	for _, k := range t.bare {
		for _, c := range t.cited[k] {
			out = append(out, c.text)
		}
	}
	return out
}

// shared reports whether an entry that stays has a title, too: then it tells nothing.
func (t *Target) shared(title string) bool {
	return slices.ContainsFunc(t.all, func(o *daily.Dated) bool {
		return o.Title == title && !slices.ContainsFunc(slices.Concat(t.Entries, t.Sections), func(d daily.Dated) bool { return d.ID == o.ID })
	})
}

// Forgetting is what of the wiki rests on the target. It holds no words.
func (t *Target) Forgetting() Forgetting {
	f := Forgetting{Cites: map[string]bool{}, Said: map[string]bool{}, Days: map[daily.Date]bool{}}
	gone := merge.Keys{}
	whole, strayed := map[string]bool{}, merge.Keys{}
	for _, list := range [][]daily.Dated{t.Entries, t.Sections} {
		for _, d := range list {
			whole[d.Date.String()+d.Hash+d.ID] = true
			for _, v := range t.known(d) {
				if !v.Date.IsZero() {
					f.Days[v.Date] = true
				}
				for k := range entryKeys(&v) {
					gone[k] = true
				}
				for _, b := range v.Bullets {
					if t.strayed(v, b) {
						strayed[merge.LineKey(v, b)] = true
					}
				}
			}
			for _, text := range t.said(d) {
				f.said(text)
			}
			for _, v := range t.known(d) {
				if v.Title != daily.Forgotten && !t.shared(v.Title) {
					f.said(v.Title)
				}
				f.said(v.Context)
			}
		}
	}
	for _, d := range t.all { // what else is cited so
		if !whole[d.Date.String()+d.Hash+d.ID] {
			for k := range entryKeys(d) {
				if !d.Hand || !strayed[k] {
					delete(gone, k)
				}
			}
		}
	}
	for _, d := range t.Entries {
		for k := range t.cited {
			if !gone[k] && t.wrote(d, k) {
				gone[k] = true
			}
		}
	}
	for k := range gone {
		f.Cites[citeHash(k)] = true
	}
	t.forgetLines(&f)
	return f
}

// forgetLines adds the lines of the target. One without a block id is cited as others are: what it
// says tells it from them.
func (t *Target) forgetLines(f *Forgetting) {
	settled, repeats := t.settlements()
	_, said := t.refs()
	for _, d := range settled {
		f.Days[d.Date] = true
		for _, b := range d.Bullets {
			if b.Block != "" && said[why.Plain(b.Text)] { // else a claim that stays may be cited with it
				f.Cites[citeHash(merge.LineKey(d, b))] = true
			}
		}
	}
	for _, l := range slices.Concat(t.Lines, repeats) {
		f.Days[l.Of.Date] = true
		k := merge.LineKey(l.Of, l.Bullet)
		texts := []string{l.Bullet.Text}
		for _, v := range t.kept[l.Of.ID] {
			for _, b := range v.Bullets {
				if l.Bullet.Block != "" && daily.Wrote(v.ID, b.Text, l.Bullet.Block) {
					texts = append(texts, b.Text)
				}
			}
		}
		for _, text := range texts {
			f.said(text)
			if l.Bullet.Block == "" {
				f.Cites[pairHash(k, text)] = true
			}
		}
		if l.Bullet.Block != "" {
			f.Cites[citeHash(k)] = true
		}
		if l.Bullet.Block != "" && l.Of.End == 0 { // the log may have given it a longer id
			for c := range t.cited {
				_, block, _ := strings.Cut(string(c), "#^")
				if c.Day() == l.Of.Date.String() && daily.Wrote(l.Of.ID, l.Bullet.Text, block) {
					f.Cites[citeHash(c)] = true
				}
			}
		}
	}
	for _, k := range t.bare {
		f.Cites[citeHash(k)] = true
		if day, err := daily.ParseDate(k.Day()); err == nil {
			f.Days[day] = true
		}
		for _, c := range t.cited[k] {
			f.said(c.text)
		}
	}
}

// keysOf are the citations that lead to an entry.
func entryKeys(d *daily.Dated) merge.Keys {
	out := merge.Keys{}
	if d.Date.IsZero() {
		return out
	}
	if d.Heading != "" {
		out[merge.NewKey(d.Date.String(), "", d.Heading)] = true
	}
	for _, b := range d.Bullets {
		if k := merge.LineKey(*d, b); k != merge.Key(k.Day()) {
			out[k] = true
		}
	}
	return out
}

func citeHash(k merge.Key) string { return fsutil.Hash([]byte("cite\x00" + string(k)))[:32] }
func saidHash(text string) string { return fsutil.Hash([]byte("said\x00" + why.Plain(text)))[:32] }

// pairHash names a line that cites what others cite, too.
func pairHash(k merge.Key, text string) string {
	return fsutil.Hash([]byte("pair\x00" + string(k) + "\x00" + why.Plain(text)))[:32]
}

// said adds a line.
func (f Forgetting) said(text string) {
	if text == "" {
		return
	}
	f.Said[saidHash(text)] = true
	for _, h := range partsOf(text) {
		f.Said[h] = true
	}
}

// unit reports whether a line of a page is to be forgotten.
func (f Forgetting) unit(u merge.Unit) bool {
	return f.any(u.Cites) || slices.ContainsFunc(u.Cites, func(k merge.Key) bool { return f.Cites[pairHash(k, claimOf(u.Text))] })
}

// Back finds what stands in the logs although it was forgotten: the target is all of it.
func (c *Compiler) Back(ctx context.Context, kept ...daily.Dated) (*Target, error) {
	t, _, err := c.targets(ctx, kept)
	if err != nil || c.Daily.Veil == nil {
		return t, err
	}
	t.Kind, t.Name = "again", "what is back in the logs"
	veil, err := c.Daily.Veil()
	if err != nil || veil == nil {
		return t, err
	}
	for _, d := range t.all {
		if d.End == 0 {
			continue
		}
		left, n := veil(*d)
		switch {
		case n == 0:
		case d.Hand && len(left.Bullets) == 0:
			t.Sections = append(t.Sections, *d)
		case !d.Hand && left.Title == daily.Forgotten:
			t.Entries = append(t.Entries, *d)
		default:
			for _, b := range d.Bullets {
				if !slices.Contains(left.Bullets, b) {
					t.Lines = append(t.Lines, TargetLine{*d, b})
				}
			}
		}
	}
	return t, nil
}
