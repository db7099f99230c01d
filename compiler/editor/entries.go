package editor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// The vocabulary of what is kept.
type (
	line  = form.Line
	reply = kept.Reply
	edit  = kept.Edit
	text  = kept.Words
	claim = kept.Claim
	link  = kept.Link

	answered = kept.Answered
)

// Limits of a line in characters, and what a new article needs.
const (
	claimMost       = kept.ClaimMost
	leadMost        = kept.LeadMost
	descriptionMost = kept.DescriptionMost
	titleMost       = kept.TitleMost
	whyMost         = kept.WhyMost
	claimsLeast     = 2
)

// editable reports whether every line of an entry has an address of its own. Other entries are left to the base: if
// many lines share one heading, nobody can tell which of them a claim rests on.
func editable(e *daily.Dated) bool {
	return !e.Redone && e.ID != "" && len(e.Bullets) > 0 && !slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return b.Block == "" })
}

// identity returns the identity of an entry in replies. It changes with what the entry says.
func identity(e *daily.Dated) string {
	var b strings.Builder
	fmt.Fprintln(&b, e.Date, e.ID, e.Project)
	for _, x := range e.Bullets {
		fmt.Fprintln(&b, x.Kind, x.Done, x.Block, x.Text)
	}
	return e.ID + ":" + fsutil.Hash([]byte(b.String()))[:32]
}

func citeOf(e *daily.Dated, b daily.Bullet) wiki.Cite {
	return wiki.Cite{Date: wiki.Date(e.Date.String()), Block: b.Block}
}

// keyOf returns the key of the line that a citation leads to: "2026-11-27#^k3f9a2c".
func keyOf(c wiki.Cite) string {
	if c.Block == "" {
		return string(c.Date) + "#" + wiki.Fold(c.Heading)
	}
	return string(c.Date) + "#^" + strings.ToLower(c.Block)
}

// cite returns the citation of a key.
func cite(key string) wiki.Cite {
	day, block, _ := strings.Cut(key, "#^")
	return wiki.Cite{Date: wiki.Date(day), Block: block}
}

func keysOf(p wiki.Point) []string {
	out := make([]string, len(p.Cites))
	for i, c := range p.Cites {
		out[i] = keyOf(c)
	}
	return out
}

// A batch is the entries of one question, as indices into the session's.
type batch []int

// Size returns about how many bytes an entry takes in a question.
func Size(e *daily.Dated) int {
	n := 20 + len(e.Title) + len(e.Project)
	for _, b := range e.Bullets {
		n += 20 + len(b.Text)
	}
	return n
}

// linesOf returns the lines that the current statements of an article rest on.
func linesOf(d *draft.Draft) map[string]bool {
	own := map[string]bool{}
	for p := range nearest.Points(d) {
		for _, k := range keysOf(*p) {
			own[k] = true
		}
	}
	return own
}

// covers reports whether some is not empty and all contains it.
func covers(some, all []string) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(k string) bool { return !slices.Contains(all, k) })
}

func newest(p wiki.Point) (d wiki.Date) {
	for _, c := range p.Cites {
		d = max(d, c.Date)
	}
	return d
}

func tidy(s string) string { return kept.Tidy(s) }
