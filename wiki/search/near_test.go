package search

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// In place of a word that is nowhere only words are taken that may be meant, and they are shown whole.
func TestNearby(t *testing.T) {
	s := vaultOf(t, map[string]string{
		"a.md": "That locking is decided, they said, rather than those decisions of theirs.\n",
		"b.md": "The lost connections were met by a harbour.\n",
		"c.md": "The dist folder has a dock.\n",
	})
	for word, want := range map[string]string{
		"thai":     "",     // that, than: words of no subject
		"zhan":     "",     // short, and begins as none does
		"lose":     "lost", // a letter other at the end
		"meet":     "met",  // a letter twice
		"disk":     "",     // no slip of an everyday word
		"docc":     "dock",
		"decidd":   "decided", // not the stem
		"harbuor":  "harbour", // letters exchanged
		"harb":     "harbour", // the beginning
		"zeppelin": "",
		"than":     "", // says nothing itself
	} {
		res := ask(t, s, word+" locking")
		got := res.Nearby[word]
		must.Hold(t, got == want, "in place of %q %q was taken, want %q", word, got, want)
		absent := slices.Contains(res.Absent, word)
		must.Hold(t, absent == (want == "" && word != "than"), "%q is nowhere: %v", word, res.Absent)
	}
}

// That two stems are a letter apart makes short words no slip of one another, and a word that is there is worth
// more than what is taken in the place of one that is not.
func TestNearbyOfShort(t *testing.T) {
	s := vaultOf(t, map[string]string{
		"form.md":  "The form is checked.\n",
		"push.md":  "A push is checked.\n",
		"push2.md": "Another push is checked.\n",
		"other.md": "Some loose talk.\n",
	})
	res := ask(t, s, "force push")
	must.Hold(t, res.Nearby["force"] == "" && slices.Contains(res.Absent, "force"), "in place of force %q was taken", res.Nearby["force"])
	res = ask(t, s, "push formm")
	must.Hold(t, res.Nearby["formm"] == "form" && len(res.Hits) >= 3 && strings.HasPrefix(res.Hits[0].Path, "push"), "found %v first, in place of formm %q", res.Hits, res.Nearby["formm"])
}

// A word of which a part is known is not nowhere.
func TestAbsentNames(t *testing.T) {
	s := vaultOf(t, library)
	res := ask(t, s, "lock busyWait zebraCrossing 設定 -zoo")
	must.Hold(t, strings.Join(res.Absent, " ") == "zebracrossing", "nowhere are %q", res.Absent)
}

// What of a query cannot be obeyed is said.
func TestNotes(t *testing.T) {
	s := vaultOf(t, library)
	for query, want := range map[string]string{
		"lock in:daily":                           "",
		"lock in:cellar":                          "in:cellar is left out",
		"lock After:2026-13":                      "After:2026-13 is left out",
		"lock before:2026-02-30":                  "before:2026-02-30 is left out",
		"lock after:yesterday":                    "after:yesterday is left out",
		"lock After:2026 before:2027":             "",
		"lock project:harbour":                    "",
		"lock tag:":                               "tag: is looked for as a word",
		"lock after:2026-03-12 before:2026-03-11": "no day lies from 2026-03-12 on and before 2026-03-11",
		"lock after:2026-03 before:2026-03-11":    "",
		"lock project:Har-Bour":                   "",
		"lock project:nosuch":                     `nothing has the project "nosuch": there are harbour`,
		"lock type:decision":                      `nothing has the type "decision": there are concept, log`,
		"lock tag:go tag:locking":                 `nothing has the tag "go": there are harbour, locking`,
	} {
		got := strings.Join(ask(t, s, query).Notes, "; ")
		must.Hold(t, got == want || want != "" && strings.HasPrefix(got, want), "%s: told %q, want %q", query, got, want)
	}
	q := Parser{Day: func(words string) (string, bool) { return "2026-03-04", words == "yesterday" }}.Parse("lock after:yesterday")
	must.Hold(t, q.After == "2026-03-04" && q.Notes == nil, "after %q, %q", q.After, q.Notes)
}

// A phrase is found however its words are joined, and nothing else is.
func TestPhraseJoined(t *testing.T) {
	for text, want := range map[string]bool{
		"it sends stateless-connect first": true,
		"a stateless_connect of it":        true,
		"statelessConnect":                 true,
		"stateless connect":                true,
		"stateless/connect":                true,
		"connect, stateless":               false,
		"stateless and connect":            false,
		"stateless connection":             false,
	} {
		for _, phrase := range []string{"stateless connect", "stateless-connect"} {
			must.Equal(t, hasPhrase(text, sequence(phrase)), want, "%q holds %q", text, phrase)
		}
	}
	must.Hold(t, !hasPhrase("on 2026-03-02 it rained", sequence("2026-03-05 it rained")), "another day is taken for this one")
}

// A claim and the line that it cites are one hit, on whichever page they are counted.
func TestFold(t *testing.T) {
	s := vaultOf(t, library)
	x := must.Get(s.Open(context.Background()))(t)
	defer x.Close()
	links := func(o Options) (out []string, res Results) {
		res = must.Get(Find(context.Background(), x, Parse("rename drops lock"), o))(t)
		for _, h := range res.Hits {
			out = append(out, h.Link())
		}
		return out, res
	}
	all, res := links(Options{})
	must.Be(t, len(all) >= 2 && res.Folded == 0, "found %q", all)
	folded, res := links(Options{Fold: true})
	must.Hold(t, len(folded) == len(all)-1 && res.Folded == 1 && folded[0] == all[0], "folded: %q of %q", folded, all)
	first := res.Hits[0]
	must.Hold(t, (first.Kind != index.Entry || slices.Equal(first.Also, []string{"sidecar-locks"})) && (first.Kind != index.Article || first.Also == nil), "also in %q", first.Also)
	var paged []string
	for n := range all {
		page, _ := links(Options{Fold: true, Limit: 1, Offset: n})
		paged = append(paged, page...)
	}
	for limit := 1; limit <= len(all); limit++ { // the number of hits does not depend on how many are shown
		_, res := links(Options{Fold: true, Limit: limit})
		must.Hold(t, res.Counted && res.Total-res.Folded == len(folded), "limit %d: %d hits, of which %d are folded, want %d", limit, res.Total, res.Folded, len(folded))
	}
	must.Hold(t, slices.Equal(paged, folded), "by pages %q, at once %q", paged, folded)
}
