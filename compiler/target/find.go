// Package target finds what can be forgotten under a name - a line, an entry, a session, a section written by hand,
// the lines that an article cites - and which parts of the logs and the wiki belong to it.
package target

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Target is what somebody wants forgotten.
type Target struct {
	Kind     string        // line, entry, session, section, article
	Name     string        // of a line and an entry its id, of a session its id, of an article its path
	Entries  []daily.Dated // written by the program, whole
	Sections []daily.Dated // written by hand, whole
	Lines    []Line        // of either
	Log      string        // the machine whose logs alone are meant, of a log and logs

	f    *Finder
	bare []merge.Key // citations of lines that only the wiki has
}

// A Line is a line of an entry.
type Line struct {
	Of     daily.Dated
	Bullet daily.Bullet
}

func (l Line) is(d daily.Dated, b daily.Bullet) bool {
	return l.Of.ID == d.ID && l.Bullet.Block == b.Block && l.Bullet.Text == b.Text
}

// Find finds what a name means: a line by its block id, with or without the day, or by all its words; an entry by its
// id or an unambiguous prefix, or by day and heading; a session by its id or a prefix; with claims, the lines that an
// article cites. What is no longer in a log is found in kept copies or by the wiki's citations. The error is a
// *why.NothingError, *why.SessionsError, *ManyError, *DayError, *LogError, *ArticleError or *wiki.AmbiguousError.
func (f *Finder) Find(name string, claims bool) (*Target, error) {
	name = why.Bare(name)
	t := &Target{f: f}
	for _, is := range []func(string) (bool, error){t.line, t.section, t.entry, t.session, t.words, t.citedOnly} {
		if ok, err := is(name); ok || err != nil {
			return t, err
		}
	}
	switch page, err := f.wiki.Resolve(name); {
	case errors.As(err, new(*wiki.AmbiguousError)):
		return nil, err
	case err == nil && page.Kind == wiki.ArticlePage:
		return t, t.article(page, name, claims)
	}
	return nil, f.dayOrNothing(name)
}

// dayOf returns the day that a link to a log names.
func dayOf(name string) string { return path.Base(strings.TrimSuffix(name, ".md")) }

func (t *Target) line(name string) (bool, error) {
	day, block, caret := strings.Cut(name, "^")
	if !caret {
		day, block = "", name
	}
	day = strings.TrimSuffix(day, "#")
	if day != "" {
		day = dayOf(day)
	}
	for _, logged := range [...]bool{true, false} { // an id in the archive may be another line's in the log
		ok, err := t.one(name, func(d daily.Dated, b daily.Bullet) bool {
			return block != "" && logged == (d.End > 0) && strings.EqualFold(b.Block, block) && (day == "" || d.Date.Is(day))
		})
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// words finds the one line with exactly these words.
func (t *Target) words(name string) (bool, error) {
	want := why.Plain(name)
	return t.one(name, func(d daily.Dated, b daily.Bullet) bool {
		return want != "" && why.Plain(b.Text) == want && (b.Block != "" || !d.Hand)
	})
}

// one finds the only matching line.
func (t *Target) one(name string, meant func(daily.Dated, daily.Bullet) bool) (bool, error) {
	var names []string
	for _, d := range t.f.entries {
		for _, b := range d.Bullets {
			if meant(d, b) {
				t.Lines, names = append(t.Lines, Line{d, b}), append(names, d.Target(b))
			}
		}
	}
	if len(names) != 1 {
		return len(names) > 1, many(name, names)
	}
	t.Kind, t.Name = "line", names[0]
	return true, nil
}

// section finds the entry, or the section written by hand, below a heading of a day.
func (t *Target) section(name string) (bool, error) {
	day, heading, _ := strings.Cut(name, "#")
	date, err := daily.ParseDate(dayOf(day))
	return t.whole(name, func(d daily.Dated) bool {
		return err == nil && heading != "" && date.Has(d.Date) && wiki.Fold(d.Heading) == wiki.Fold(heading)
	})
}

// entry finds an entry by its id.
func (t *Target) entry(name string) (bool, error) {
	return t.whole(name, func(d daily.Dated) bool {
		return len(name) >= why.LeastID && strings.HasPrefix(d.ID, strings.ToLower(name))
	})
}

// whole takes the only matching entry, and the entries that repeat it or that it repeats.
func (t *Target) whole(name string, meant func(daily.Dated) bool) (bool, error) {
	var found []daily.Dated
	var ids []string
	for _, d := range t.f.entries {
		if meant(d) {
			found, ids = append(found, d), append(ids, d.ID)
		}
	}
	if len(found) != 1 {
		return len(found) > 1, many(name, ids)
	}
	d := found[0]
	if d.Hand {
		t.Kind, t.Name, t.Sections = "section", d.ID, found
		return true, nil
	}
	t.Kind, t.Name, t.Entries = "entry", d.ID, found
	for _, o := range t.f.entries {
		if o.ID != d.ID && !o.Hand && redoes(o, d) {
			t.Entries = append(t.Entries, o)
		}
	}
	return true, nil
}

// redoes reports whether one of two entries repeats the other.
func redoes(a, b daily.Dated) bool { return a.Redoes == b.ID || b.Redoes != "" && b.Redoes == a.ID }

func (t *Target) session(name string) (bool, error) {
	var all []why.Session
	for _, d := range t.f.entries {
		if !d.Hand && d.Session != "" {
			all = append(all, why.Session{Agent: d.Agent, ID: d.Session})
		}
	}
	is, err := why.FindSession(name, all)
	if is.ID == "" || err != nil {
		return false, err
	}
	t.Kind, t.Name = "session", is.ID
	for _, d := range t.f.entries {
		switch {
		case d.Session != is.ID || d.Hand:
		case d.Agent == is.Agent:
			t.Entries = append(t.Entries, d)
		default:
			t.Name = is.String()
		}
	}
	return true, nil
}

// citedOnly finds a line or a section that only the wiki's citations know.
func (t *Target) citedOnly(name string) (bool, error) {
	day, rest, ok := strings.Cut(name, "#")
	if day = dayOf(day); !ok {
		day, rest = "", "^"+strings.TrimPrefix(name, "^")
	}
	block, isBlock := strings.CutPrefix(rest, "^")
	if isBlock {
		rest = ""
	}
	var names []string
	for k := range t.f.cited {
		if k == merge.NewKey(k.Day(), block, rest) && k != merge.Key(k.Day()) && (day == "" || day == k.Day()) {
			t.bare, names = append(t.bare, k), append(names, string(k))
		}
	}
	slices.Sort(names)
	if len(names) != 1 {
		return len(names) > 1, many(name, names)
	}
	if t.Kind, t.Name = "line", names[0]; !isBlock {
		t.Kind = "section"
	}
	return true, nil
}

// article takes the lines that an article cites.
func (t *Target) article(page *wiki.Page, name string, claims bool) error {
	cited := merge.PageKeys(page.Article)
	t.Kind, t.Name = "article", page.Path
	for _, d := range t.f.entries {
		for _, b := range d.Bullets {
			if b.Block != "" && cited[merge.LineKey(d, b)] {
				t.Lines = append(t.Lines, Line{d, b})
			}
		}
	}
	if !claims {
		is := &ArticleError{Path: page.Path, Claims: len(t.Lines)}
		if t.f.Span(ProjectPrefix+name) != nil {
			is.Project = name
		}
		return is
	}
	return nil
}

// dayOrNothing returns a *DayError for a day, which is too much to forget at once, and a *why.NothingError otherwise.
func (f *Finder) dayOrNothing(name string) error {
	date, err := daily.ParseDate(dayOf(name))
	var ids, in []string
	var logs []string
	says, words := false, why.Plain(name)
	for _, d := range f.entries {
		for _, b := range d.Bullets {
			if b.Block != "" && strings.Contains(why.Plain(b.Text), words) {
				in = append(in, d.Target(b))
			}
		}
		if log := d.Date.String(); err == nil && d.Date.Day() == date.Day() && !slices.Contains(logs, log) {
			logs = append(logs, log)
		}
		if err == nil && date.Has(d.Date) {
			ids, says = append(ids, d.ID), says || len(d.Bullets) > 0
		}
	}
	switch whole := !strings.Contains(name, "#"); {
	case whole && len(logs) > 0 && !slices.Contains(logs, date.String()) && date.Machine() != "":
		slices.Sort(logs)
		return &LogError{dayOf(name), logs}
	case !whole || !says:
		return &why.NothingError{Target: name, In: in}
	}
	return &DayError{name, ids}
}

// Back finds forgotten text that is in the logs again: what hidden removes from them.
func (f *Finder) Back(hidden daily.Redact) *Target {
	t := &Target{Kind: "again", Name: "what is back in the logs", f: f}
	for _, d := range f.entries {
		if d.End == 0 || hidden == nil {
			continue
		}
		left, n := hidden(d)
		switch {
		case n == 0:
		case d.Hand && len(left.Bullets) == 0:
			t.Sections = append(t.Sections, d)
		case !d.Hand && left.Title == daily.Forgotten:
			t.Entries = append(t.Entries, d)
		default:
			for _, b := range d.Bullets {
				if !slices.Contains(left.Bullets, b) {
					t.Lines = append(t.Lines, Line{d, b})
				}
			}
		}
	}
	return t
}
