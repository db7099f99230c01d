package summary

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// Of the lines of testdata/claims-*.txt code refuses at most two true ones of a hundred, and nearly all lies; of those
// about which a model is asked, none remains where the model is right. That the agent says it is no way in.
func TestClaims(t *testing.T) {
	files, err := filepath.Glob("testdata/claims-*.txt")
	must.Be(t, err == nil && len(files) != 0, "%v %v", files, err)
	var trues, refused, asked, lies, kept, unasked, eased int
	for _, f := range files {
		b := must.Get(os.ReadFile(f))(t)
		for _, session := range strings.Split("\n"+string(b), "\nsession ")[1:] {
			name, session, _ := strings.Cut(session, "\n")
			var turns, claims []string
			for l := range strings.Lines(session) {
				switch word, rest, _ := strings.Cut(strings.TrimSpace(l), " "); {
				case word == "" || word == "#":
				case word == "true" || word == "lie":
					claims = append(claims, strings.TrimSpace(l))
				default:
					turns = append(turns, rest)
				}
			}
			for _, l := range claims {
				plain := l[strings.IndexByte(l, ' ')+1:]
				if l[0] == 'l' {
					plain = plain[strings.IndexByte(plain, ' ')+1:]
				}
				if told := strings.Replace(plain, "]: ", "]: According to the agent, ", 1); told != plain {
					a, _ := refusal(t, turns, plain)
					b, _ := refusal(t, turns, told)
					if (a == "") != (b == "") {
						eased++
						t.Logf("%s: %s: %q, and as the agent's word %q", name, plain, a, b)
					}
				}
				if claim, ok := strings.CutPrefix(l, "true "); ok {
					why, unsure := refusal(t, turns, claim)
					trues++
					asked += bit(unsure)
					if why != "" {
						refused++
						t.Logf("%s: refused %s: %s", name, claim, why)
					}
					continue
				}
				_, claim, _ := strings.Cut(strings.TrimPrefix(l, "lie "), " ")
				lies++
				if why, unsure := refusal(t, turns, claim); why == "" {
					kept++
					unasked += bit(!unsure)
					t.Logf("%s: let in (and asked about: %v) %s", name, unsure, l)
				}
			}
		}
	}
	t.Logf("of %d true lines %d refused and %d asked about; of %d lies %d let in, %d of them without a question", trues, refused, asked, lies, kept, unasked)
	must.Hold(t, 50*refused <= trues && 4*kept <= lies && 10*unasked <= lies && 25*eased <= lies, "too many")
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// refusal returns why code leaves out a line of an answer about turns, "" if it keeps it, and whether a model is asked
// about it then.
func refusal(t *testing.T, turns []string, claim string) (why string, unsure bool) {
	all := said(turns...)
	s := &stretch{Author: &Author{Fallback: extract.Author{}}, turns: readTurns(all), original: all}
	var c chunk
	for i := range s.turns {
		c = append(c, unit{turn: i, text: s.turns[i].body()})
	}
	head, text, _ := strings.Cut(claim, ": ")
	if head == "title" || head == "context" {
		s.Tell = func(n Note) { why = n.Why }
		if s.heading(head, text, map[string]int{"title": titleMost, "context": contextMost}[head], s.saidBy(turnsOf(c))) == "" && why == "" {
			why = "nothing"
		}
		return why, true
	}
	word, refs, _ := strings.Cut(head, " ")
	l := line{refs: strings.Fields(strings.Trim(refs, "[]")), text: text, done: word == "done"}
	if l.done {
		word = "action"
	}
	for k := daily.Decision; k.String() != word; k++ {
		must.Be(t, k <= 20, "no kind %q", word)
		l.kind = k + 1
	}
	if l.kind == 0 {
		l.kind = daily.Decision
	}
	b, why := s.check(c, l, nil)
	return why, why == "" && s.unsure(b, turnsOf(c))
}

// What code is not sure of is asked about in one small question, and left out where the model denies it, unless it is told
// anew so that code is sure of it. Without a
// usable answer, and where nothing is to be verified, it stays.
func TestVerify(t *testing.T) {
	turns := said("person: The nightly export is slow. We keep Postgres.", "agent: I moved it to 02:00, and it reads in blocks of 500 rows.")
	lines := []string{"title: The nightly export", "decision [t1]: Postgres is kept", "decision [t1 t2]: The nightly export reads Postgres in blocks of 500 rows"}
	for _, c := range []struct {
		verdict string
		again   string // what is answered about the line that was denied; "" is the same
		off     bool
		kept    int
		calls   int
	}{
		{verdict: asktest.Envelope("1: no", "2: yes"), kept: 1, calls: 3},
		{verdict: asktest.Envelope("1: no", "2: yes"), again: "decision [t2]: Moved to 02:00; it reads in blocks of 500 rows", kept: 2, calls: 3},
		{verdict: asktest.Envelope("1: no", "2: yes"), again: "decision [t2]: The nightly export is at 03:00", kept: 1, calls: 3},
		{verdict: asktest.Envelope("1: yes"), kept: 2, calls: 2},
		{verdict: "I cannot tell.", kept: 2, calls: 2},
		{off: true, kept: 2, calls: 1},
	} {
		m := &asktest.Model{Say: func(q ask.Question, _ int) (string, error) {
			if q.Job == "verify" {
				return c.verdict, nil
			}
			if c.again != "" && strings.Contains(q.Prompt, "were left out") {
				return asktest.Envelope(c.again), nil
			}
			return asktest.Envelope(lines...), nil
		}}
		a, _ := noted(m)
		a.Verify = !c.off
		sum, _ := write(t, a, turns)
		must.Hold(t, len(sum.Bullets) == c.kept && len(m.Asked) == c.calls, "%q: %d bullets, %d calls", c.verdict, len(sum.Bullets), len(m.Asked))
	}
}
