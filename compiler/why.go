package compiler

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// An Explanation leads from what somebody asked about back to the sessions it came from.
type Explanation struct {
	Kind   string   `json:"kind"` // article, line, entry, session, day; words in articles, log where only the logs say them
	Path   string   `json:"path,omitempty"`
	Title  string   `json:"title"`
	Claims []Claim  `json:"claims"`
	By     string   `json:"by,omitempty"`     // article only: what wrote it, "extractive/6"; "" where that is not known
	Edited []string `json:"edited,omitempty"` // article only: the models that edited it
	More   int      `json:"more,omitempty"`   // words and log only: claims that hold them too and are left out, for they are too common

	Entries []SessionEntry `json:"entries,omitempty"` // session only
}

// A Claim is one thing the wiki or a log says.
type Claim struct {
	Text    string   `json:"text"`
	Page    string   `json:"page,omitempty"`  // the article it stands in, or the log
	Sources []Source `json:"sources"`         // none for a person's own words
	Cited   []string `json:"cited,omitempty"` // of a line of a log: the articles that cite it

	Uncompiled bool `json:"uncompiled,omitempty"` // log only: no compile has seen the line as it is
}

// A Source is a line of a log and the session it was said in.
type Source struct {
	Cite    string     `json:"cite"` // 2026-11-27#^k3f9a2c
	Date    daily.Date `json:"date"`
	Missing bool       `json:"missing,omitempty"` // the log has no such line any more; what follows is empty
	Line    string     `json:"line,omitempty"`
	Kind    string     `json:"kind,omitempty"` // decision, lesson, …
	Entry   string     `json:"entry,omitempty"`
	Title   string     `json:"title,omitempty"` // of the entry
	Hand    bool       `json:"hand,omitempty"`  // kept by hand: there is no session
	Agent   string     `json:"agent,omitempty"`
	Session string     `json:"session,omitempty"`
	Project string     `json:"project,omitempty"`
	Branch  string     `json:"branch,omitempty"`
	At      time.Time  `json:"at,omitzero"`
	From    string     `json:"from,omitempty"` // first and last row of the transcript
	To      string     `json:"to,omitempty"`
	By      string     `json:"by,omitempty"`
}

// A NothingError says that a target of [Compiler.Why] names nothing in the vault.
type NothingError struct{ Target string }

func (e *NothingError) Error() string {
	return fmt.Sprintf("%q is no article, line, entry, session or day of this vault, and neither an article nor a log says it", e.Target)
}

// Why explains an article, by its name, title or alias; a line of a log, "2026-11-27#^k3f9a2c",
// "^k3f9a2c" or "k3f9a2c"; an entry or a session, by its id; a day; or the claims of articles, else the lines of
// logs, that hold the target's words. The error is a *NothingError, a *wiki.AmbiguousError for a name
// that several pages have, or a *SessionsError for an id that several sessions' begin with.
func (c *Compiler) Why(ctx context.Context, target string) (Explanation, error) {
	sources, _, err := c.readLogs(ctx, new(state))
	if err != nil {
		return Explanation{}, err
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return Explanation{}, fmt.Errorf("read the wiki: %w", err)
	}
	was, _, _, err := peek[state](c.Vault, stateName)
	if err != nil {
		return Explanation{}, err
	}
	e := newExplainer(sources, w)
	e.pages = was.Pages
	e.compiled = func(d daily.Dated) bool { return was.Days[d.Date].Entries[d.ID].Hash == d.Hash }
	name := bare(target)
	for _, ask := range []func(string) (Explanation, error){e.line, e.day, e.article, e.entry, e.session, e.block, e.words, e.logged} {
		x, err := ask(name)
		if nothing := (*NothingError)(nil); !errors.As(err, &nothing) {
			return x, err
		}
	}
	return Explanation{}, &NothingError{Target: target}
}

// bare takes a target out of the brackets of a link.
func bare(target string) string {
	target = strings.TrimSpace(target)
	if inner, ok := strings.CutPrefix(strings.TrimPrefix(target, "!"), "[["); ok {
		target, _, _ = strings.Cut(strings.TrimSuffix(inner, "]]"), "|")
	}
	return strings.TrimSpace(target)
}

type explainer struct {
	w       *wiki.Wiki
	entries []daily.Dated
	byKey   map[merge.Key][]Source
	cited   map[merge.Key][]string

	pages    map[string]pageRecord
	compiled func(daily.Dated) bool // as it is
}

func newExplainer(sources []*source, w *wiki.Wiki) *explainer {
	e := &explainer{w: w, byKey: map[merge.Key][]Source{}, cited: map[merge.Key][]string{}}
	for _, s := range sources {
		if s.log == nil {
			continue
		}
		for _, d := range s.log.Entries {
			e.entries = append(e.entries, d)
			section := merge.NewKey(d.Date.String(), "", d.Heading)
			for _, b := range d.Bullets {
				src := sourceOf(d, b)
				e.byKey[merge.LineKey(d, b)] = append(e.byKey[merge.LineKey(d, b)], src)
				if b.Block != "" { // a person may cite the section of any entry
					e.byKey[section] = append(e.byKey[section], src)
				}
			}
		}
	}
	for _, p := range w.Articles() {
		for k := range merge.PageKeys(p.Article) {
			e.cited[k] = append(e.cited[k], p.Path)
		}
	}
	return e
}

func sourceOf(d daily.Dated, b daily.Bullet) Source {
	return Source{
		Cite: d.Target(b), Date: d.Date, Line: b.Text, Kind: b.Kind.String(), Entry: d.ID, Title: d.Title, Hand: d.Hand,
		Agent: d.Agent, Session: d.Session, Project: d.Project, Branch: d.Branch, At: d.At, From: d.From, To: d.To, By: d.By,
	}
}

// lines are the lines of an entry as claims.
func (e *explainer) lines(d daily.Dated) []Claim {
	var out []Claim
	for _, b := range d.Bullets {
		out = append(out, Claim{
			Text: b.Text, Page: "daily/" + d.Date.String() + ".md",
			Sources: []Source{sourceOf(d, b)}, Cited: e.cited[merge.LineKey(d, b)],
		})
	}
	return out
}

// line explains a line of a log.
func (e *explainer) line(name string) (Explanation, error) {
	day, block, ok := strings.Cut(name, "^")
	day = strings.TrimSuffix(strings.TrimSuffix(day, "#"), ".md")
	day = day[strings.LastIndexByte(day, '/')+1:]
	if !ok || block == "" {
		return Explanation{}, &NothingError{name}
	}
	var out Explanation
	for _, d := range e.entries {
		for i, b := range d.Bullets {
			if strings.EqualFold(b.Block, block) && (day == "" || day == d.Date.String()) {
				out.Kind, out.Title = "line", d.Title
				out.Claims = append(out.Claims, e.lines(d)[i])
			}
		}
	}
	if out.Kind == "" {
		return out, &NothingError{name}
	}
	return out, nil
}

// entry explains an entry by its id, or as much of it as tells it from others.
func (e *explainer) entry(name string) (Explanation, error) {
	const least = 6
	var found []daily.Dated
	for _, d := range e.entries {
		if len(name) >= least && strings.HasPrefix(d.ID, strings.ToLower(name)) {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		return Explanation{}, &NothingError{name}
	}
	d := found[0]
	return Explanation{Kind: "entry", Path: "daily/" + d.Date.String() + ".md", Title: d.Title, Claims: e.lines(d)}, nil
}

// day explains a day, or a section of it.
func (e *explainer) day(name string) (Explanation, error) {
	name, section, _ := strings.Cut(name, "#")
	page := strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".md")
	date, err := daily.ParseDate(page)
	if err != nil {
		return Explanation{}, &NothingError{name}
	}
	out := Explanation{Kind: "day", Path: "daily/" + page + ".md", Title: page}
	for _, d := range e.entries {
		if d.Date == date && (section == "" || wiki.Fold(section) == wiki.Fold(d.Heading)) {
			out.Claims = append(out.Claims, e.lines(d)...)
		}
	}
	if len(out.Claims) == 0 {
		return out, &NothingError{name}
	}
	return out, nil
}

// article explains an article.
func (e *explainer) article(name string) (Explanation, error) {
	p, err := e.w.Resolve(name)
	if ambiguous := (*wiki.AmbiguousError)(nil); errors.As(err, &ambiguous) {
		return Explanation{}, err
	}
	if err != nil || p.Kind != wiki.ArticlePage {
		return Explanation{}, &NothingError{name}
	}
	rec := e.pages[p.Path]
	by, _, _ := strings.Cut(rec.By, "+") // what the compiler adds is no author's
	return Explanation{Kind: "article", Path: p.Path, Title: p.Title(), Claims: e.claims(p), By: by, Edited: rec.Edited}, nil
}

// claims are what an article says, each thing once.
func (e *explainer) claims(p *wiki.Page) []Claim {
	var out []Claim
	told := merge.Keys{}
	for _, section := range []string{wiki.KeyPoints, wiki.Details, wiki.History} {
		for _, pt := range p.PointsIn(section) {
			own := map[merge.Key]wiki.Cite{}
			for _, c := range pt.Cites {
				own[merge.CiteKey(c)] = c
			}
			keys := slices.Sorted(maps.Keys(own))
			if section != wiki.KeyPoints && !slices.ContainsFunc(keys, func(k merge.Key) bool { return !told[k] }) {
				continue
			}
			claim := Claim{Text: pt.Text, Page: p.Path, Sources: []Source{}}
			for _, k := range keys {
				told[k] = true
				claim.Sources = append(claim.Sources, e.sources(k, pt.Text)...)
			}
			out = append(out, claim)
		}
	}
	return out
}

// sources are the lines that a citation leads to: one for a block, and of a section the line that
// reads like the claim, or all.
func (e *explainer) sources(k merge.Key, text string) []Source {
	found := e.byKey[k]
	if len(found) == 0 {
		date, _ := daily.ParseDate(k.Day())
		return []Source{{Cite: string(k), Date: date, Missing: true}}
	}
	for _, s := range found {
		if plain(s.Line) == plain(text) {
			return []Source{s}
		}
	}
	return found
}

// block explains a line of a log by its block id without the caret.
func (e *explainer) block(name string) (Explanation, error) {
	if strings.ContainsAny(name, "^#") {
		return Explanation{}, &NothingError{name}
	}
	return e.line("^" + name)
}

// words explains the claims of articles in which the target's words stand, the first of many.
func (e *explainer) words(name string) (Explanation, error) {
	out := Explanation{Kind: "words", Title: name}
	want := plain(name)
	for _, p := range e.w.Articles() {
		for _, c := range e.claims(p) {
			out.take(c, want)
		}
	}
	if len(out.Claims) == 0 {
		return out, &NothingError{name}
	}
	return out, nil
}

// says reports whether words stand in a text; fewer letters than four have to be words of their own,
// not parts of longer ones.
func says(text, words string) bool {
	const part = 4
	if utf8.RuneCountInString(words) >= part {
		return strings.Contains(text, words)
	}
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; ; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		at += i + len(words)
		after, _ := utf8.DecodeRuneInString(text[at:])
		if !letter(before) && !letter(after) || spaceless(words) {
			return true
		}
	}
}

// spaceless reports whether words are of a script that puts no spaces between them.
func spaceless(words string) bool {
	return strings.IndexFunc(words, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) }) >= 0
}

// plain is what a reader sees of a line, in one case.
func plain(s string) string {
	return strings.ToLower(wikilink.Plain(s))
}
