package why

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// An Explainer knows the lines of the logs, the claims of the articles, and which cites which.
type Explainer struct {
	wiki    *wiki.Wiki
	entries []daily.Dated
	state   *state.State
	byKey   map[merge.Key][]Source
	cited   map[merge.Key][]string // paths of articles
}

// New returns an explainer of log entries, of the articles of w, and of what st knows of both.
func New(entries []daily.Dated, w *wiki.Wiki, st *state.State) *Explainer {
	e := &Explainer{wiki: w, entries: entries, state: st, byKey: map[merge.Key][]Source{}, cited: map[merge.Key][]string{}}
	for _, d := range entries {
		section := merge.NewKey(d.Date.String(), "", d.Heading)
		for _, b := range d.Bullets {
			src, line := sourceOf(d, b), merge.LineKey(d, b)
			e.byKey[line] = append(e.byKey[line], src)
			if b.Block != "" { // a person may cite the section of any entry
				e.byKey[section] = append(e.byKey[section], src)
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

// Explain explains a target: an article, by its name, title or alias; a line of a log, "2026-11-27#^k3f9a2c",
// "^k3f9a2c" or "k3f9a2c"; an entry or a session, by its id; a day; or words, by the claims of articles that contain
// them, else by the lines of logs. The error is a *NothingError, a *wiki.AmbiguousError for a name of several pages,
// or a *SessionsError if several sessions' ids begin with the target.
func (e *Explainer) Explain(target string) (Explanation, error) {
	name := Bare(target)
	for _, ask := range []func(string) (Explanation, error){e.line, e.day, e.article, e.entry, e.session, e.block, e.words, e.logged} {
		if x, err := ask(name); x.Kind != "" || err != nil {
			return x, err
		}
	}
	return Explanation{}, &NothingError{Target: target}
}

// Bare removes the brackets of a link from a target.
func Bare(target string) string {
	target = strings.TrimSpace(target)
	if inner, ok := strings.CutPrefix(strings.TrimPrefix(target, "!"), "[["); ok {
		target, _, _ = strings.Cut(strings.TrimSuffix(inner, "]]"), "|")
	}
	return strings.TrimSpace(target)
}

func (e *Explainer) logPath(d daily.Date) string { return e.wiki.Daily().Path(d.String()) }

func sourceOf(d daily.Dated, b daily.Bullet) Source {
	return Source{
		Cite: d.Target(b), Date: d.Date, Line: b.Text, Kind: b.Kind.String(), Entry: d.ID, Title: d.Title, Hand: d.Hand,
		Agent: d.Agent, Session: d.Session, Project: d.Project, Branch: d.Branch, At: d.At, From: d.From, To: d.To, By: d.By,
	}
}

// lines returns the lines of an entry as claims.
func (e *Explainer) lines(d daily.Dated) []Claim {
	var out []Claim
	for _, b := range d.Bullets {
		out = append(out, Claim{
			Text: b.Text, Page: e.logPath(d.Date),
			Sources: []Source{sourceOf(d, b)}, Cited: e.cited[merge.LineKey(d, b)],
		})
	}
	return out
}

// claims returns the claims of an article, each once.
func (e *Explainer) claims(p *wiki.Page) []Claim {
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

// sources returns the lines that a citation leads to: one for a block; for a section the line that matches the claim,
// or all.
func (e *Explainer) sources(k merge.Key, text string) []Source {
	found := e.byKey[k]
	if len(found) == 0 {
		date, _ := daily.ParseDate(k.Day())
		return []Source{{Cite: string(k), Date: date, Missing: true}}
	}
	for _, s := range found {
		if Plain(s.Line) == Plain(text) {
			return []Source{s}
		}
	}
	return found
}
