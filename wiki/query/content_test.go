package query

import (
	"math"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// The name of a project says where, and counts as one word of a question: that its two parts stand in a line, with
// one word of what is asked, answered "how does harbour-log handle force push?".
func TestProjectIsOneWord(t *testing.T) {
	const question = "how does harbour-log handle force push?"
	hits := func(project string) *search.Results {
		return &search.Results{Hits: []search.Hit{{Doc: index.Doc{Project: project}, Passage: "harbour-log closes the push", Why: []search.Reason{
			{Word: "harbour", Rarity: 1}, {Word: "log", Rarity: 1}, {Word: "harbourlog", Rarity: 1}, {Word: "push", Rarity: 2}}}}}
	}
	for project, want := range map[string]float64{"harbour-log": 3, "HarbourLog": 3, "other": 4, "": 4} {
		c := contentOf(question, hits(project), 20)
		unknown := 2 * 0.8 * math.Log(41) // handle and force
		must.Hold(t, math.Abs(c.all-want-unknown) <= 1e-9, "of project %q the question weighs %.2f, want %.2f", project, c.all-unknown, want)
		share, words := c.held("harbour-log closes the push")
		if one := want == 3; one != (words == 1) || !one && words != 3 { // where is no word of what
			t.Errorf("of project %q the line holds %d words of it", project, words)
		}
		must.Hold(t, math.Abs(share-want/c.all) <= 1e-9, "of project %q the line holds %.2f of it, want %.2f", project, share, want/c.all)
	}
}

// What is far below the first that answers is not shown beside it.
func TestBeside(t *testing.T) {
	all := []Passage{
		{Text: "weak", Cover: 0.9, own: 0.9, score: 9},
		{Text: "first", Cover: 1, own: 1, score: 10, answers: true},
		{Text: "second", Cover: 0.6, own: 0.6, score: 5, answers: true},
		{Text: "far below", Cover: 1, own: 1, score: 3, answers: true},
		{Text: "holds little", Cover: 0.4, own: 0.4, score: 8, answers: true},
		{Text: "answers nothing", Cover: 0.7, own: 0.7, score: 9},
		{Text: "only its title", Cover: 0.9, own: 0.1, score: 9},
	}
	got := ""
	for _, p := range beside(all) {
		got += p.Text + "; "
	}
	must.Hold(t, got == "weak; first; second; ", "beside are %s", got)
}
