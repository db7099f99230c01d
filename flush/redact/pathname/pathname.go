// Package pathname hides secrets in the names that a path, an address or a branch is made of. What is written of one has a hash
// in the secret's place, so that it still tells one from another, and a path on this disk can be found again.
package pathname

import (
	"cmp"
	"os"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/token"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// hidden begins what stands for a secret; a hash follows.
const hidden = "redacted-"

// Replace returns a path with a hash in place of what find finds in each of its names, in order.
func Replace(path string, find func(name string, each func(start, end int))) string {
	var out strings.Builder
	for len(path) > 0 {
		end, at := nameEnd(path), 0
		find(path[:end], func(from, to int) {
			out.WriteString(path[at:from] + hidden + fsutil.Hash([]byte(path[from:to]))[:8])
			at = to
		})
		next := min(end+1, len(path))
		out.WriteString(path[at:next])
		path = path[next:]
	}
	return out.String()
}

func nameEnd(path string) int {
	if end := strings.IndexAny(path, `/\`); end >= 0 {
		return end
	}
	return len(path)
}

// Reveal returns the path on this disk that hide made dir of; where a name is not on it, as much as is.
func Reveal(dir string, hide func(string) string) string {
	above, rest := "", dir
	for strings.Contains(rest, hidden) {
		end := nameEnd(rest)
		name := rest[:end]
		if _, err := os.Lstat(above + name); err != nil && strings.Contains(name, hidden) {
			on, _ := os.ReadDir(above)
			for _, e := range on {
				if hide(e.Name()) == name {
					name = e.Name()
				}
			}
		}
		next := min(end+1, len(rest))
		above += name + rest[end:next]
		rest = rest[next:]
	}
	return above + rest
}

// leastName is the length in bytes of the shortest name in which a token is looked for.
const leastName = 12

// Hide hides the tokens in a path that their form betrays. A hook has the time for it, but none for the rules of package
// redact.
func Hide(path string) string {
	return Replace(path, func(name string, each func(start, end int)) {
		if len(name) < leastName || !ascii.HasDigit(name) || shape.IsUUID(name) || strings.HasSuffix(name, ".jsonl") {
			return
		}
		low, at := ascii.Lowered(name), 0
		for _, s := range tokensIn(name, low) {
			if s.Start >= at {
				each(s.Start, s.End)
				at = s.End
			}
		}
	})
}

// tokensIn returns the tokens in a name, the first and longest first; low is the name in lower case.
func tokensIn(name, low string) (all []span.Span) {
	for _, d := range token.In(low) {
		for _, anchor := range d.Anchors {
			for from := 0; ; {
				at := strings.Index(low[from:], anchor)
				if at < 0 {
					break
				}
				from += at + len(anchor)
				all = append(all, d.Detect(name, from-len(anchor), from, nil)...)
			}
		}
	}
	sorting.By(all, func(a, b span.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	return all
}
