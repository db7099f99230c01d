package compiler

import (
	"context"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A Target is what somebody wants forgotten, as the logs have it.
type Target struct {
	Kind     string         // line, entry, session, section, article
	Name     string         // of a session its id, of an article its path
	Entries  []daily.Dated  // of ours, whole
	Sections []daily.Dated  // kept by hand, whole
	Lines    []TargetLine   // of either
	all      []*daily.Dated // what the logs hold, and of what they do not hold any more what is kept

	kept  map[string][]daily.Dated // what else is kept of an entry, by id
	lost  map[daily.Date]bool      // whose logs are not there, and were compiled
	cited map[merge.Key][]citation // what the wiki cites, and where
	w     *wiki.Wiki
	bare  []merge.Key // citations of lines that only the wiki has
}

// A TargetLine is a line of an entry.
type TargetLine struct {
	Of     daily.Dated
	Bullet daily.Bullet
}

// An ArticleError says that a target of [Compiler.Target] is an article, which is only made of what
// the logs say.
type ArticleError struct {
	Path   string
	Claims int
}

func (e *ArticleError) Error() string {
	return fmt.Sprintf("%q is an article: it says what %s of the logs say", e.Path, count(e.Claims, "line", "lines"))
}

// A ManyError says that a target of [Compiler.Target] names several things.
type ManyError struct {
	Target string
	Names  []string
}

func (e *ManyError) Error() string {
	return fmt.Sprintf("%q is %s: %s", e.Target, count(len(e.Names), "thing", "things"), strings.Join(e.Names, ", "))
}

// A DayError says that a target of [Compiler.Target] is a day, which is too much to forget at once.
type DayError ManyError

func (e *DayError) Error() string {
	return fmt.Sprintf("%q is a day, with %s: %s", e.Target, count(len(e.Names), "entry", "entries"), strings.Join(e.Names, ", "))
}

// Target finds what a target names that can be forgotten: a line by its block id, with or without the
// day, or by all its words; an entry by its id, or as much of it as tells it from others, or by day and
// heading; a session by its id or how it begins; with claims, the lines that an article cites. What
// the logs do not hold any more it finds in kept, what the archive and the ledger have, or as the wiki
// cites it. The error is a *NothingError, *SessionsError, *ManyError,
// *DayError, *ArticleError or *wiki.AmbiguousError.
func (c *Compiler) Target(ctx context.Context, target string, claims bool, kept ...daily.Dated) (*Target, error) {
	t, e, err := c.targets(ctx, kept)
	if err != nil {
		return nil, err
	}
	name := why.Bare(target)
	for _, ask := range []func(*why.Explainer, string) (bool, error){t.line, t.section, t.entry, t.session, t.words, t.citedOnly} {
		if ok, err := ask(e, name); ok || err != nil {
			return t, err
		}
	}
	x, err := e.Article(name)
	if err != nil {
		return nil, err
	}
	if x.Kind == "" {
		return t.dayOrNothing(e, name)
	}
	return t.article(x, claims)
}

func (t *Target) line(e *why.Explainer, name string) (bool, error) {
	day, block, caret := strings.Cut(name, "^")
	if !caret {
		day, block = "", name
	}
	day = strings.TrimSuffix(strings.TrimSuffix(day, "#"), ".md")
	day = day[strings.LastIndexByte(day, '/')+1:]
	if block == "" {
		return false, nil
	}
	var names []string
	for _, logged := range [...]bool{true, false} { // an id that the archive gives may be another line's in the log
		for _, d := range t.all {
			for _, b := range d.Bullets {
				if logged == (d.End > 0) && strings.EqualFold(b.Block, block) && (day == "" || day == d.Date.String()) {
					t.Lines = append(t.Lines, TargetLine{*d, b})
					names = append(names, d.Target(b))
				}
			}
		}
		if len(names) > 0 {
			break
		}
	}
	if len(names) > 1 {
		return true, &ManyError{Target: name, Names: names}
	}
	t.Kind = "line"
	return len(names) == 1, nil
}

// words finds the one line that says a target, no more and no less.
func (t *Target) words(_ *why.Explainer, name string) (bool, error) {
	want := why.Plain(name)
	var names []string
	for _, d := range t.all {
		for _, b := range d.Bullets {
			if want != "" && why.Plain(b.Text) == want && (b.Block != "" || !d.Hand) {
				t.Lines = append(t.Lines, TargetLine{*d, b})
				names = append(names, d.Target(b))
			}
		}
	}
	if len(names) > 1 {
		return true, &ManyError{Target: name, Names: names}
	}
	t.Kind = "line"
	return len(names) == 1, nil
}

// section finds the entry, or what was kept by hand, below a heading of a day.
func (t *Target) section(_ *why.Explainer, name string) (bool, error) {
	day, heading, ok := strings.Cut(name, "#")
	date, err := daily.ParseDate(strings.TrimSuffix(day[strings.LastIndexByte(day, '/')+1:], ".md"))
	if !ok || err != nil || heading == "" {
		return false, nil
	}
	var found []*daily.Dated
	for _, d := range t.all {
		if d.Date == date && wiki.Fold(d.Heading) == wiki.Fold(heading) {
			found = append(found, d)
		}
	}
	return len(found) > 0, t.take(name, found)
}

// entry finds an entry by its id.
func (t *Target) entry(_ *why.Explainer, name string) (bool, error) {
	const least = 6
	var found []*daily.Dated
	for _, d := range t.all {
		if len(name) >= least && strings.HasPrefix(d.ID, strings.ToLower(name)) {
			found = append(found, d)
		}
	}
	return len(found) > 0, t.take(name, found)
}

// take takes the one entry that was found.
func (t *Target) take(name string, found []*daily.Dated) error {
	if len(found) > 1 {
		var names []string
		for _, d := range found {
			names = append(names, d.ID)
		}
		return &ManyError{Target: name, Names: names}
	}
	for _, d := range found {
		t.Kind, t.Name = "entry", d.ID
		if d.Hand {
			t.Kind = "section"
			t.Sections = append(t.Sections, *d)
		} else {
			t.Entries = append(t.Entries, *d)
			t.again(d)
		}
	}
	return nil
}

// again takes the entries, too, that say again what another does, or that it says again.
func (t *Target) again(d *daily.Dated) {
	for _, o := range t.all {
		if o != d && !o.Hand && (o.Redoes == d.ID || d.Redoes != "" && d.Redoes == o.ID) {
			t.Entries = append(t.Entries, *o)
		}
	}
}

func (t *Target) session(e *why.Explainer, name string) (bool, error) {
	x, err := e.Session(name)
	if x.Kind == "" || err != nil {
		return false, err
	}
	t.Kind, t.Name = "session", x.Title
	for _, d := range t.all {
		if d.Session == x.Title && !d.Hand {
			t.Entries = append(t.Entries, *d)
		}
	}
	return true, nil
}

// article takes the lines that an article cites.
func (t *Target) article(x why.Explanation, claims bool) (*Target, error) {
	cited := merge.PageKeys(t.w.Page(x.Path).Article)
	t.Kind, t.Name = "article", x.Path
	for _, d := range t.all {
		for _, b := range d.Bullets {
			if b.Block != "" && cited[merge.LineKey(*d, b)] {
				t.Lines = append(t.Lines, TargetLine{*d, b})
			}
		}
	}
	if !claims {
		return nil, &ArticleError{x.Path, len(t.Lines)}
	}
	return t, nil
}

// dayOrNothing tells a day, which is too much to forget at once, from what is nowhere.
func (t *Target) dayOrNothing(e *why.Explainer, name string) (*Target, error) {
	x, err := e.Day(name)
	if err != nil {
		return nil, err
	}
	if x.Kind == "" || strings.Contains(name, "#") {
		return nil, &why.NothingError{Target: name}
	}
	var names []string
	for _, d := range t.all {
		if d.Date.String() == x.Title {
			names = append(names, d.ID)
		}
	}
	return nil, &DayError{name, names}
}
