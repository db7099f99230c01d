package markup

import (
	"slices"

	"github.com/yuin/goldmark/ast"
)

// Tags are the #tags in the text of a page, each once, in the order of the page. Only a page in which there
// may be some is parsed.
func (r *Renderer) Tags(body []byte) []string {
	if !mayTag(body) {
		return nil
	}
	var out []string
	_ = ast.Walk(r.parse(tame(body)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*tagNode); ok && entering && !slices.Contains(out, t.name) {
			out = append(out, t.name)
		}
		return ast.WalkContinue, nil
	})
	return out
}

// mayTag reports whether a # stands where a tag may begin.
func mayTag(body []byte) bool {
	for i, c := range body {
		if c != '#' || i+1 == len(body) || i > 0 && body[i-1] > ' ' && body[i-1] != '(' {
			continue
		}
		if next := body[i+1]; next > ' ' && next != '#' {
			return true
		}
	}
	return false
}
