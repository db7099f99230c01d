package compiler

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A pageCut says what goes from a page.
type pageCut struct {
	page  *wiki.Article
	mine  bool         // nobody but us wrote it
	bare  bool         // it rests on nothing else
	units []merge.Unit // that go
	lines int          // of these, that cite what is to be forgotten
	left  []int        // lines that cite it in a person's own words
	desc  bool         // the description goes too
	rest  bool         // something that it says stays
	f     Forgetting
}

// whole reports whether all of the page goes: it rests on nothing else, and no word of a person's is in it.
func (x *pageCut) whole() bool { return x.bare && (x.mine || !x.rest) }

// cutter looks for what goes from a page: the lines of ours that cite what is to be forgotten, and
// where it rests on nothing else all lines of ours, which tell of the same. A line is ours on a page
// that nobody edited, or as it was when we last wrote the page, or in the words of the log.
func (c *Compiler) cutter(a *wiki.Article, rec state.PageRecord, known bool, f Forgetting, blobs map[string][]byte) (*pageCut, error) {
	cut := &pageCut{page: a, mine: known && !rec.Hands && rec.Hash == fsutil.Hash(a.Bytes())}
	base, err := c.text(blobs, rec.Base)
	if err != nil {
		return nil, err
	}
	if cut.mine {
		base = a
	}
	was := map[string]bool{}
	if base != nil {
		for _, s := range merge.Sections(base) {
			for _, u := range s.Units {
				was[u.Text] = true
			}
		}
	}
	cut.bare = f.all(rec.Cites)
	for k := range merge.PageKeys(a) {
		cut.bare = cut.bare && f.cites(k)
	}
	cut.f = f
	for _, s := range merge.Sections(a) {
		for _, u := range s.Units {
			cites := f.unit(u)
			left, unsaid := f.unsaid(u.Text)
			switch {
			case cites && (was[u.Text] || f.Said[saidHash(claimOf(u.Text))]):
				cut.units = append(cut.units, u)
				cut.lines++
			case cites:
				cut.left = append(cut.left, lineOf(a.Bytes(), u.Start))
			case cut.bare && was[u.Text] && !u.Title():
				cut.units = append(cut.units, u)
			case unsaid && was[u.Text]:
				u.Instead = left
				cut.units = append(cut.units, u)
				cut.lines++
				cut.rest = true
			default:
				cut.rest = cut.rest || !u.Title() || !was[u.Text] && !strings.HasPrefix(u.Text, "# ")
				continue
			}
			cut.rest = cut.rest || len(cut.left) > 0
		}
	}
	if cut.bare && base != nil && len(cut.units) > 0 {
		cut.lines = max(1, cut.lines)
		cut.desc = a.Description() != "" && a.Description() == base.Description()
	}
	return cut, nil
}

// claimOf is what a line says, without the mark of a list and the citations at its end.
func claimOf(line string) string {
	line = strings.TrimLeft(line, "-*+> \t")
	for {
		i := strings.LastIndex(line, "[[")
		if i < 0 || strings.Trim(line[strings.LastIndex(line, "]]")+len("]]"):], " ).,;") != "" {
			return strings.TrimSpace(line)
		}
		line = strings.TrimRight(line[:i], " (,;")
	}
}

// cut is the page without what goes.
func (x *pageCut) cut() ([]byte, error) {
	a, err := wiki.Parse(without(x.page, x.units)), error(nil)
	if x.desc && !a.ReadOnly() {
		a, err = a.Delete("description")
	} else {
		a, err = x.f.undescribed(a)
	}
	if err != nil {
		return nil, err
	}
	return a.Bytes(), nil
}

// citing are the lines of a page that cite what is to be forgotten.
func citing(a *wiki.Article, f Forgetting) (out []merge.Unit) {
	for _, s := range merge.Sections(a) {
		for _, u := range s.Units {
			if f.unit(u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// without is a page without some of its lines.
func without(a *wiki.Article, units []merge.Unit) []byte {
	src := slices.Clone(a.Bytes())
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	slices.SortFunc(units, func(a, b merge.Unit) int { return b.Start - a.Start })
	for _, u := range units {
		end := u.End
		if u.Instead != "" {
			src = slices.Concat(src[:u.Start], []byte(strings.ReplaceAll(u.Instead, "\n", eol)), src[end:])
			continue
		}
		if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(src)
		}
		src = append(src[:u.Start], src[end:]...)
	}
	return src
}

// lineOf is the number of the line that a byte stands in, from 1.
func lineOf(src []byte, at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }
