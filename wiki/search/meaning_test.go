package search

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/vector"
)

// The order is made of words and meaning; filters, -word and phrases hold all the same.
func TestMeaning(t *testing.T) {
	page := func(title, point string) string {
		return "---\ntitle: " + title + "\ntype: concept\ntags: [" + strings.ToLower(title) + "]\nsources: [\"[[2026-03-01]]\"]\n---\n\n# " + title + "\n\n## Key Points\n\n- " + point + "\n"
	}
	s := vaultOf(t, map[string]string{
		"wiki/concepts/auth.md":  page("Auth", "People sign in with a code from a mail"),
		"wiki/concepts/login.md": page("Door", "The login of the old door is broken"),
		"wiki/concepts/hut.md":   page("Hut", "A hut without any login"),
	})
	x := must.Get(s.Open(t.Context()))(t)
	defer x.Close()
	number := map[string]int{}
	for n := range x.Numbers() {
		d, _ := x.Doc(n)
		number[d.Title] = n
	}
	passage := func(title string) vector.Near {
		d, _ := x.Doc(number[title])
		return vector.Near{Doc: number[title], Passage: len(d.Passages) - 1, Like: 0.9}
	}
	near := func(list ...vector.Near) func(context.Context, *index.Index, string) ([]vector.Near, error) {
		return func(context.Context, *index.Index, string) ([]vector.Near, error) { return list, nil }
	}
	tests := []struct {
		name, query, titles, first string
		near                       func(context.Context, *index.Index, string) ([]vector.Near, error)
	}{
		{"by words alone", "login", "Hut Door", "A hut without any login", nil},
		{"the meaning adds", "login", "Auth Hut Door", "People sign in with a code from a mail", near(passage("Auth"))},
		{"both count", "login", "Door Auth Hut", "The login of the old door is broken", near(passage("Auth"), passage("Door"))},
		{"a filter", "login tag:door", "Door", "The login of the old door is broken", near(passage("Auth"))},
		{"what is left out", "login -hut", "Door", "The login of the old door is broken", near(passage("Auth"), passage("Hut"))},
		{"a phrase is meant as it stands", `"old door"`, "Door", "The login of the old door is broken", near(passage("Auth"))},
		{"a word that is nowhere", "authentification", "Auth", "People sign in with a code from a mail", near(passage("Auth"))},
		{"a passage that is gone", "login", "Hut Door", "A hut without any login", near(vector.Near{Doc: number["Auth"], Passage: 99})},
	}
	for _, tt := range tests {
		res := must.Get(Find(t.Context(), x, Parse(tt.query), Options{Near: tt.near}))(t)
		var titles []string
		for _, h := range res.Hits {
			titles = append(titles, h.Title)
		}
		got := strings.Join(titles, " ")
		must.Hold(t, got == tt.titles && res.Hits[0].Passage == tt.first && res.Total == len(titles), "%s: %s (of %d), first %q", tt.name, got, res.Total, res.Hits[0].Passage)
	}
	res, err := Find(t.Context(), x, Parse("login"), Options{Near: func(context.Context, *index.Index, string) ([]vector.Near, error) {
		return nil, errors.New("the server is away")
	}})
	must.Hold(t, err == nil && len(res.Hits) == 2 && len(res.Notes) == 1 && strings.Contains(res.Notes[0], "the server is away"), "without the server: %+v, %v", res, err)
}
