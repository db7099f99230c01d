package subject

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/subject/mention"
)

// A rename is told by its verb or noun and two names: "renamed `a` to `b`", "the rename of a ->
// b". Names that are not in inline code must look like names.
var renames = sync.OnceValue(func() *regexp.Regexp {
	const (
		thing = "(`[^`]+`|[\\pL_.][\\pL\\pN_./-]*)"
		aside = `(?: \([^)]*\))?`
	)
	return regexp.MustCompile(`(?i)\b(?:renam(?:e|ed|es|ing)|rename of)\b(?: (?:the|from|of|field|flag|function|file|command|package))* ` +
		thing + aside + ` (?:to|into|as|→|->|=>) ` + thing +
		"|" + thing + aside + ` ?(?:→|->|=>) ?` + thing + `(?: [\pL]+)? renam(?:e|ing)\b` +
		"|" + thing + aside + ` (?:was|is|were|got|has been|is now) renamed (?:to|into|as) ` + thing)
})

// renamed yields the topics of the old and the new names that a line tells. The line must be
// about both.
func (x *index) renamed(l *line) func(yield func(old, now int32) bool) {
	return func(yield func(old, now int32) bool) {
		if !strings.Contains(strings.ToLower(l.plain), "renam") {
			return
		}
		for _, m := range renames().FindAllStringSubmatch(l.plain, -1) {
			var names []int32
			for _, name := range m[1:] {
				id, ok := x.byKey[mention.Key(strings.Trim(name, "`."))]
				if !ok || name == "" {
					continue
				}
				id = x.root(id)
				for _, r := range l.refs {
					if x.root(r.topic) == id && r.cls >= mention.Tagged && !slices.Contains(names, id) {
						names = append(names, id)
					}
				}
			}
			if len(names) == 2 && !yield(names[0], names[1]) {
				return
			}
		}
	}
}

// follow makes one topic of a thing's old and new name where an entry tells of the rename before
// either could have become a subject: what has an article keeps it, and a later rename joins
// none. The new name is the title, the old one an alias.
func (x *index) follow() {
	seen := make(map[int32]int) // lines of earlier entries, by topic
	for n := range x.entries {
		e := &x.entries[n]
		for i := e.first; i < e.last; i++ {
			for old, now := range x.renamed(&x.lines[i]) {
				if old, now = x.root(old), x.root(now); old == now || seen[old] >= minLines || seen[now] >= minLines {
					continue
				}
				for j := range x.topics[old].forms {
					x.topics[old].forms[j].former = true
				}
				x.join(now, old)
				seen[now] += seen[old]
			}
		}
		for i := e.first; i < e.last; i++ {
			for _, r := range x.lines[i].refs {
				seen[x.root(r.topic)]++
			}
		}
	}
}
