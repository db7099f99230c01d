package query

import (
	"math"
	"testing"

	"github.com/agent-admin/memoria/wiki/search"
)

// The name of a project says where, and counts as one word of a question: that its two parts stand in a line, with
// one word of what is asked, answered "how does harbour-log handle force push?".
func TestProjectIsOneWord(t *testing.T) {
	const question = "how does harbour-log handle force push?"
	hits := func(project string) *search.Results {
		return &search.Results{Hits: []search.Hit{{Project: project, Passage: "harbour-log closes the push", Why: []search.Reason{
			{Word: "harbour", Rarity: 1}, {Word: "log", Rarity: 1}, {Word: "harbourlog", Rarity: 1}, {Word: "push", Rarity: 2}}}}}
	}
	for project, want := range map[string]float64{"harbour-log": 3, "HarbourLog": 3, "other": 4, "": 4} {
		c := contentOf(question, hits(project), 20)
		unknown := 2 * 0.8 * math.Log(41) // handle and force
		if math.Abs(c.all-want-unknown) > 1e-9 {
			t.Errorf("of project %q the question weighs %.2f, want %.2f", project, c.all-unknown, want)
		}
		share, _ := c.held("harbour-log closes the push")
		if math.Abs(share-want/c.all) > 1e-9 {
			t.Errorf("of project %q the line holds %.2f of it, want %.2f", project, share, want/c.all)
		}
	}
}
