package subject

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
)

// renames matches a rename by its verb or noun and two names: "renamed `a` to `b`", "the rename of a -> b". Names
// that are not in inline code must look like names.
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

// renamed returns the topics of the old and the new name that a line tells, if it is about both.
func renamed(x *topic.Index, l *topic.Line) (pairs [][2]int32) {
	if !strings.Contains(strings.ToLower(l.Plain), "renam") {
		return nil
	}
	for _, m := range renames().FindAllStringSubmatch(l.Plain, -1) {
		var names []int32
		for _, name := range m[1:] {
			id, ok := x.ByKey[mention.Key(strings.Trim(name, "`."))]
			if id = x.Root(id); ok && name != "" && l.Names(x, id) && !slices.Contains(names, id) {
				names = append(names, id)
			}
		}
		if len(names) == 2 {
			pairs = append(pairs, [2]int32(names))
		}
	}
	return pairs
}

// follow makes one topic of a thing's old and new name if an entry reports the rename before either could become a
// subject. A name that has an article keeps it, and a later rename joins nothing. The new name is the title, the old
// one an alias.
func follow(x *topic.Index) {
	seen := make(map[int32]int) // lines of earlier entries, by topic
	for n := range x.Entries {
		e := &x.Entries[n]
		for i := e.First; i < e.Last; i++ {
			for _, p := range renamed(x, &x.Lines[i]) {
				old, now := x.Root(p[0]), x.Root(p[1])
				if old == now || seen[old] >= topic.MinLines || seen[now] >= topic.MinLines {
					continue
				}
				for j := range x.Topics[old].Forms {
					x.Topics[old].Forms[j].Former = true
				}
				x.Join(now, old)
				seen[now] += seen[old]
			}
		}
		for i := e.First; i < e.Last; i++ {
			for _, r := range x.Lines[i].Refs {
				seen[x.Root(r.Topic)]++
			}
		}
	}
}
