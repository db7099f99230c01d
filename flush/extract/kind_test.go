package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestSaid reads testdata/said.txt, of which each line says of what kind a sentence of a person is, behind a request and an
// answer: "preference: never mock the clock". What is a decision is one as the first words of a session, too, and "no decision" nowhere.
func TestSaid(t *testing.T) {
	data, err := os.ReadFile("testdata/said.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		kind, said, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || kind[0] == '#' {
			continue
		}
		decided := kind == "decision"
		if sole := kindsOf(t, "P> "+said); (decided || kind == "no decision") && strings.Contains(sole, "decision") != decided {
			t.Errorf("%q is %q as the first words, want %s", said, sole, kind)
		}
		got := strings.TrimPrefix(kindsOf(t, "P> first look at the importer\nA> I have read it all.\nP> "+said), "exchange ")
		if kind == "no decision" && strings.Contains(got, "decision") || kind != "no decision" && !strings.Contains(got, kind) {
			t.Errorf("%q is %q, want %s", said, got, kind)
		}
	}
}

// kindsOf returns the kinds of what a person says.
func kindsOf(t *testing.T, turns string) (kinds string) {
	r := readTurns(script(t, turns))
	for i := range r.units {
		if u := &r.units[i]; u.voice == person {
			kinds += kindNames[r.kindOf(u)] + " "
		}
	}
	return kinds
}

// TestNoTaskOfOffers holds that what the agent offers, or says it has done, is no open task, whatever words it has of one.
func TestNoTaskOfOffers(t *testing.T) {
	for said, want := range map[string]daily.Kind{
		"Open: ask the auditor whether the year needs a PDF.":                                 daily.Action,
		"Follow-up: the import of March still needs to be rerun.":                             daily.Action,
		"If you want, I can turn the list of what still needs to be mocked into issues.":      daily.Fact,
		"The to-do app is ready: everything that was still needed for it works successfully.": daily.Fact,
	} {
		r := readTurns(script(t, "P> first look at the importer\nA> I have read it all.\n\nNext steps:\n\n"+said))
		r.rate(rank.Default())
		for i := range r.units {
			if u := &r.units[i]; u.voice == agent && strings.Contains(said, u.text) && (u.kind == daily.Action) != (want == daily.Action) {
				t.Errorf("%q is a %s (%b)", u.text, kindNames[u.kind], u.cues)
			}
		}
	}
}

// TestNoDecisionOfAdvice holds that what the agent proposes, or tells of how a thing is, is no decision: it says what was done
// or settled.
func TestNoDecisionOfAdvice(t *testing.T) {
	for said, want := range map[string]bool{
		"I'd lean toward one lock per file, since the global lock blocks the importer.":        false,
		"My recommendation is the second option, as the importer already has the lock.":        false,
		"The importer takes `flock` at the start and gives it back when the last row is read.": false,
		"Replaced the global lock of the importer by one lock per file.":                       true,
		"The importer takes one lock per file instead of the global one.":                      true,
		"We decided to keep the lock of the importer, since the rows are small.":               true,
	} {
		r := readTurns(script(t, "P> first look at the importer\nA> "+said))
		r.rate(rank.Default())
		for i := range r.units {
			if u := &r.units[i]; u.voice == agent && !want && u.kind == daily.Decision {
				t.Errorf("%q is a decision (%b)", u.text, u.cues)
			} else if u.voice == agent && want && !mayDecide(u) {
				t.Errorf("%q can be no decision (%b)", u.text, u.cues)
			}
		}
	}
}

// TestContextOnce holds that what was asked does not stand below itself.
func TestContextOnce(t *testing.T) {
	s := summarise(t, script(t, "P> the page shows yesterday's price after a deploy\nA> The page is stale because the CDN caches it for a day."))
	for _, b := range s.Bullets {
		if b.Text == s.Context {
			t.Errorf("%s", show(s))
		}
	}
}

// TestOfFile holds that a line of a list of edited files is known by its shape, and is told from a sentence about a file.
func TestOfFile(t *testing.T) {
	for text, want := range map[string]bool{
		"`list/model.go` - Changed the order":           true,
		"list/tree.go — Updated the nodes":              true,
		"`resume.go:407-409` — the root is taken anew":  true,
		"**README.md** (new): how to start it":          true,
		"`config.yaml` is read once, at the start":      false,
		"Node.js: version 22 is needed for the tests":   false,
		"The key lies in secrets.env - never commit it": false,
		"v1.2: the first with a lock":                   false,
	} {
		must.Hold(t, ofFile().MatchString(text) == want, "%q: %v", text, !want)
	}
}
