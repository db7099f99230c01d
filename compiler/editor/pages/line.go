package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// Editable reports whether every line of an entry has an address of its own. Other entries are left to the base: if
// many lines share one heading, nobody can tell which of them a claim rests on.
func Editable(e *daily.Dated) bool {
	return !e.Redone && e.ID != "" && len(e.Bullets) > 0 && !slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return b.Block == "" })
}

// Identity returns the identity of an entry in replies. It changes with what the entry says.
func Identity(e *daily.Dated) string {
	var b strings.Builder
	fmt.Fprintln(&b, e.Date, e.ID, e.Project)
	for _, x := range e.Bullets {
		fmt.Fprintln(&b, x.Kind, x.Done, x.Block, x.Text)
	}
	return e.ID + ":" + fsutil.Hash([]byte(b.String()))[:32]
}

func CiteOf(e *daily.Dated, b daily.Bullet) wiki.Cite {
	return wiki.Cite{Date: wiki.Date(e.Date.String()), Block: b.Block}
}

// KeyOf returns the key of the line that a citation leads to: "2026-11-27#^k3f9a2c".
func KeyOf(c wiki.Cite) string {
	if c.Block == "" {
		return string(c.Date) + "#" + wiki.Fold(c.Heading)
	}
	return string(c.Date) + "#^" + strings.ToLower(c.Block)
}

// At returns the citation of a key.
func At(key string) wiki.Cite {
	day, block, _ := strings.Cut(key, "#^")
	return wiki.Cite{Date: wiki.Date(day), Block: block}
}

func KeysOf(p wiki.Point) []string {
	out := make([]string, len(p.Cites))
	for i, c := range p.Cites {
		out[i] = KeyOf(c)
	}
	return out
}

// A Batch is the entries of one question, as indices into the session's.
type Batch []int

// Size returns about how many bytes an entry takes in a question.
func Size(e *daily.Dated) int {
	n := 25 + len(e.Title) + len(e.Project) + len(e.Context)
	for _, b := range e.Bullets {
		n += 20 + len(b.Text)
	}
	return n
}

// LinesOf returns the lines that the current statements of an article rest on.
func LinesOf(d *draft.Draft) map[string]bool {
	own := map[string]bool{}
	for p := range nearest.Points(d) {
		for _, k := range KeysOf(*p) {
			own[k] = true
		}
	}
	return own
}

// Covers reports whether some is not empty and all contains it.
func Covers(some, all []string) bool {
	return len(some) > 0 && !slices.ContainsFunc(some, func(k string) bool { return !slices.Contains(all, k) })
}

func newest(p wiki.Point) (d wiki.Date) {
	for _, c := range p.Cites {
		d = max(d, c.Date)
	}
	return d
}
