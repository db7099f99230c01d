package target

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Scope is what a target covers in a vault.
type Scope struct {
	Cuts  map[daily.Date]daily.Cut // to be removed from the logs
	Lines erase.Lines              // to be removed from the wiki
	Texts []string                 // all words to be removed
}

func (s *Scope) cut(d daily.Date, c daily.Cut) {
	if d.IsZero() {
		return
	}
	all := s.Cuts[d]
	all.Add(c)
	s.Cuts[d] = all
}

// block removes the line with a block id, wherever it stands in the log.
func (s *Scope) block(d daily.Date, id string) {
	s.cut(d, daily.Cut{Blocks: one(strings.ToLower(id))})
}

// say adds words to be removed, from the wiki as well.
func (s *Scope) say(texts ...string) {
	for _, text := range texts {
		s.Texts = append(s.Texts, text)
		s.Lines.Say(text)
	}
}

func one(name string) map[string]bool { return map[string]bool{name: true} }

// Scope returns what t covers. says reports whether a text says a line, in nearly the same words.
func (t *Target) Scope(says func(text, line string) bool) *Scope {
	t.repeated(says)
	s := &Scope{Cuts: map[daily.Date]daily.Cut{}, Lines: erase.Of(nil, nil)}
	settled, repeats := t.settlements()
	t.wholes(s)
	_, said := t.refs()
	for _, d := range settled {
		s.cut(d.Date, daily.Cut{Entries: one(d.ID)})
		for _, b := range d.Bullets {
			if b.Block != "" && said[why.Plain(b.Text)] { // without an id, a claim that stays may have the same citation
				s.Lines.Cite(merge.LineKey(d, b))
			}
		}
	}
	for _, l := range t.Lines {
		s.say(t.addLine(s, l)...)
	}
	for _, l := range repeats {
		for _, text := range t.addLine(s, l) {
			s.Lines.Say(text)
		}
	}
	for _, k := range t.bare {
		s.Lines.Cite(k)
		if day, err := daily.ParseDate(k.Day()); err == nil {
			s.cut(day, daily.Cut{})
			if _, block, _ := strings.Cut(string(k), "#^"); block != "" {
				s.block(day, block)
			}
		}
		s.say(t.f.cited[k]...)
	}
	for _, l := range t.Lines { // the title or summary of an entry may repeat the line; the wiki does not use it
		if l.Of.Hand || l.Of.Date.IsZero() {
			continue
		}
		if says(l.Of.Title, l.Bullet.Text) {
			s.cut(l.Of.Date, daily.Cut{Titles: one(l.Of.ID)})
			s.Texts = append(s.Texts, l.Of.Title)
		}
		if says(l.Of.Context, l.Bullet.Text) {
			s.cut(l.Of.Date, daily.Cut{Contexts: one(l.Of.ID)})
			s.Texts = append(s.Texts, l.Of.Context)
		}
	}
	return s
}

// repeated adds to t the lines with the same words in entries that replace, or are replaced by, the entries of its
// lines.
func (t *Target) repeated(says func(text, line string) bool) {
	for _, l := range slices.Clone(t.Lines) {
		for _, o := range t.f.entries {
			if o.Hand || l.Of.Hand || o.ID == l.Of.ID || !redoes(o, l.Of) {
				continue
			}
			for _, b := range o.Bullets {
				if (says(b.Text, l.Bullet.Text) || says(l.Bullet.Text, b.Text)) && !t.hasLine(o, b) {
					t.Lines = append(t.Lines, Line{o, b})
				}
			}
		}
	}
}

func (t *Target) hasLine(d daily.Dated, b daily.Bullet) bool {
	return slices.ContainsFunc(t.Lines, func(l Line) bool { return l.is(d, b) })
}

// wholes adds the entries and sections that are removed whole.
func (t *Target) wholes(s *Scope) {
	keys, strayed := merge.Keys{}, merge.Keys{}
	for _, d := range t.all() {
		for _, v := range t.f.versions(d) {
			c := daily.Cut{Entries: one(d.ID)}
			if d.Hand {
				c = daily.Cut{Sections: one(d.Hash)}
			}
			for _, b := range v.Bullets {
				if t.f.lostID(d, b) {
					c.Add(daily.Cut{Lines: one(entry.LineHash(d.ID, b.Text))})
				}
				if t.f.strayed(v, b) {
					s.block(v.Date, b.Block)
					strayed[merge.LineKey(v, b)] = true
				}
			}
			s.cut(v.Date, c)
			keys.Add(entryKeys(v))
			if v.Title != daily.Forgotten && !t.shared(v.Title) {
				s.say(v.Title)
			}
			s.say(v.Context)
		}
		s.say(t.f.said(d)...)
	}
	for _, d := range t.f.entries { // others with the same citation
		if t.has(d) {
			continue
		}
		for _, k := range entryKeys(d) {
			if !d.Hand || !strayed[k] {
				delete(keys, k)
			}
		}
	}
	for _, d := range t.Entries {
		for k := range t.f.cited {
			if !keys[k] && t.f.wrote(d, k) {
				keys[k] = true
			}
		}
	}
	for k := range keys {
		s.Lines.Cite(k)
	}
}

// all returns the entries and sections that are removed whole.
func (t *Target) all() []daily.Dated { return slices.Concat(t.Entries, t.Sections) }

// has reports whether an entry is removed whole.
func (t *Target) has(d daily.Dated) bool {
	return slices.ContainsFunc(t.all(), func(o daily.Dated) bool { return o.Date == d.Date && o.Hash == d.Hash && o.ID == d.ID })
}

// shared reports whether an entry that stays has the same title: then the title identifies nothing.
func (t *Target) shared(title string) bool {
	return slices.ContainsFunc(t.f.entries, func(o daily.Dated) bool {
		return o.Title == title && !slices.ContainsFunc(t.all(), func(d daily.Dated) bool { return d.ID == o.ID })
	})
}

// addLine adds a line, and returns its present and former words. A line without a block id shares its citation with
// others, so its words identify it.
func (t *Target) addLine(s *Scope, l Line) (texts []string) {
	texts = []string{l.Bullet.Text}
	k, block := merge.LineKey(l.Of, l.Bullet), l.Bullet.Block
	if block == "" {
		s.cut(l.Of.Date, daily.Cut{Lines: one(entry.LineHash(l.Of.ID, l.Bullet.Text))})
		s.Lines.CiteAs(k, l.Bullet.Text)
		return texts
	}
	s.block(l.Of.Date, block)
	s.Lines.Cite(k)
	for _, v := range t.f.kept[l.Of.ID] {
		for _, b := range v.Bullets {
			if entry.Wrote(v.ID, b.Text, block) {
				texts = append(texts, b.Text)
			}
		}
	}
	if l.Of.End == 0 { // the log may have given it a longer id
		for c := range t.f.cited {
			_, id, _ := strings.Cut(string(c), "#^")
			if c.Day() == l.Of.Date.String() && entry.Wrote(l.Of.ID, l.Bullet.Text, id) {
				s.Lines.Cite(c)
			}
		}
	}
	return texts
}

// entryKeys returns the citations that lead to an entry.
func entryKeys(d daily.Dated) (out []merge.Key) {
	if d.Date.IsZero() {
		return nil
	}
	if d.Heading != "" {
		out = append(out, merge.NewKey(d.Date.String(), "", d.Heading))
	}
	for _, b := range d.Bullets {
		if k := merge.LineKey(d, b); k != merge.Key(k.Day()) {
			out = append(out, k)
		}
	}
	return out
}

// versions returns an entry and its other kept versions.
func (f *Finder) versions(d daily.Dated) []daily.Dated {
	return append([]daily.Dated{d}, f.kept[d.ID]...)
}

// strayed reports whether a line of the program now stands outside of markers, because somebody removed one.
func (f *Finder) strayed(d daily.Dated, b daily.Bullet) bool {
	return !d.Hand && !b.Foreign() && slices.ContainsFunc(f.entries, func(o daily.Dated) bool {
		return o.Hand && o.Date == d.Date && slices.ContainsFunc(o.Bullets, func(x daily.Bullet) bool { return strings.EqualFold(x.Block, b.Block) })
	})
}

// goes reports whether a line is removed with its entry: it has a block id of the program, or had one before somebody
// removed it.
func (f *Finder) goes(d daily.Dated, b daily.Bullet) bool {
	return d.Hand || !b.Foreign() || f.lostID(d, b)
}

// lostID reports whether a line of an entry had a block id of the program before somebody removed it.
func (f *Finder) lostID(d daily.Dated, b daily.Bullet) bool {
	return !d.Hand && b.Block == "" && slices.ContainsFunc(f.kept[d.ID], func(o daily.Dated) bool {
		return slices.ContainsFunc(o.Bullets, func(x daily.Bullet) bool { return markdown.Oneline(x.Text) == markdown.Oneline(b.Text) })
	})
}

// said returns the present and former words of the lines that are removed with an entry.
func (f *Finder) said(d daily.Dated) (out []string) {
	for _, v := range f.versions(d) {
		for _, b := range v.Bullets {
			if f.goes(d, b) && !slices.Contains(out, b.Text) {
				out = append(out, b.Text)
			}
		}
	}
	return out
}

// wrote reports whether a citation leads to a line that was written in an entry, wherever its words were found.
func (f *Finder) wrote(d daily.Dated, k merge.Key) bool {
	_, block, ok := strings.Cut(string(k), "#^")
	if !ok || d.Hand || !d.Date.IsZero() && d.Date.String() != k.Day() {
		return false
	}
	is := func(text string) bool { return entry.Wrote(d.ID, text, block) }
	return slices.ContainsFunc(f.said(d), is) || slices.ContainsFunc(f.cited[k], func(text string) bool {
		return text != "" && (is(text) || is(markdown.Unescape(text)) || is(wikilink.Plain(text)))
	})
}

// A settlement, daily.Settlement, is a person's decision between two claims and repeats what holds. It is removed
// with either claim: if all lines of a side go, it goes whole, because it has no subject left. Its marker stays like
// that of any entry, so the person is not asked about the pair again. If a side keeps a line, only what repeats the
// removed lines goes, so that the rejected claim still does not hold. The words of a settlement are not words of the
// target, because a claim that stays may say the same.

// settlements returns the settlements that are removed whole, and the lines of others.
func (t *Target) settlements() (whole []daily.Dated, lines []Line) {
	refs, said := t.refs()
	gone := func(names []string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !refs[n] })
	}
	took := map[string]bool{}
	for _, d := range t.Entries {
		took[d.ID] = true
	}
	for more := true; more; { // one may rest on the words of another
		more = false
		for _, d := range t.f.entries {
			s, ok := d.Settlement()
			if !ok || d.Hand || took[d.ID] || !gone(s.Past) && !gone(s.Holds) {
				continue
			}
			took[d.ID], more = true, true
			whole = append(whole, d)
			for _, b := range d.Bullets {
				refs[d.Ref(b)] = true
			}
		}
	}
	for _, d := range t.f.entries {
		s, ok := d.Settlement()
		if !ok || d.Hand || took[d.ID] || !slices.ContainsFunc(slices.Concat(s.Past, s.Holds), func(n string) bool { return refs[n] }) {
			continue
		}
		for _, b := range d.Bullets {
			if said[why.Plain(b.Text)] && !t.hasLine(d, b) {
				lines = append(lines, Line{d, b})
			}
		}
	}
	return whole, lines
}

// refs returns the lines of the target, as settlements name them, and their words.
func (t *Target) refs() (refs, said map[string]bool) {
	refs, said = map[string]bool{}, map[string]bool{}
	take := func(d daily.Dated, b daily.Bullet) { refs[d.Ref(b)], said[why.Plain(b.Text)] = true, true }
	for _, d := range t.all() {
		for _, v := range t.f.versions(d) {
			for _, b := range v.Bullets {
				if t.f.goes(d, b) {
					take(v, b)
				}
			}
		}
	}
	for _, l := range t.Lines {
		take(l.Of, l.Bullet)
	}
	for _, k := range t.bare {
		if _, block, ok := strings.Cut(string(k), "#^"); ok {
			refs[daily.LineRef(k.Day(), block, "")] = true
		}
	}
	return refs, said
}
