package summary

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"

	"github.com/agent-admin/memoria/wiki/lint/proof"
)

const okLines = "=== MARK\ntitle: Locks\ncontext: Locking\ndecision [t1 t2]: Lock a sidecar\n=== end MARK"

// G-01, G-02, G-04, G-05, G-07, G-08, G-10.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text string
		err        error
		lines      int
	}{
		{"plain", okLines, nil, 1},
		{"prose around", "Sure! Here it is:\n\n" + okLines + "\n\nLet me know if you need more.", nil, 1},
		{"fenced", "```\n" + okLines + "\n```", nil, 1},
		{"fence within", strings.Replace(okLines, "title", "```text\ntitle", 1), nil, 1},
		{"marked up", "=== MARK\n- **decision** [t1]: Lock a sidecar\n* lesson [t2]: It broke\n=== end MARK", nil, 2},
		{"carriage returns", strings.ReplaceAll(okLines, "\n", "\r\n"), nil, 1},
		{"decorated border", "**=== MARK ===**\ndecision [t1]: Lock\n=== END MARK ===", nil, 1},
		{"cut off", strings.TrimSuffix(okLines, "\n=== end MARK"), errCut, 0},
		{"cut off in a line", "=== MARK\ndecision [t1]: Lo", errCut, 0},
		{"wrong boundary", strings.ReplaceAll(okLines, "MARK", "M0000000000000000"), errMark, 0},
		{"wrong last line", strings.Replace(okLines, "end MARK", "end M0000000000000000", 1), errMark, 0},
		{"another within", strings.Replace(okLines, "title", "=== M0000000000000000\ntitle", 1), errMark, 0},
		{"twice", okLines + "\n" + okLines, errTwice, 0},
		{"title twice", strings.Replace(okLines, "title: Locks", "title: Locks\ntitle: Other", 1), errTwice, 0},
		{"context twice", strings.Replace(okLines, "context:", "context: x\ncontext:", 1), errTwice, 0},
		{"ended twice", okLines + "\n=== end MARK", errTwice, 0},
		{"refusal", "I cannot help with that.", errForm, 0},
		{"question", "Could you paste the transcript?", errForm, 0},
		{"empty", "", errForm, 0},
		{"no lines", "=== MARK\ntitle: Locks\n=== end MARK", errForm, 0},
		{"prose within", strings.Replace(okLines, "\n=== end", "\nI hope this helps\n=== end", 1), errForm, 0},
		{"unknown kind", strings.Replace(okLines, "decision", "instruction", 1), errForm, 0},
		{"no words", "=== MARK\ndecision [t1]:\n=== end MARK", errForm, 0},
		{"too many", "=== MARK\n" + strings.Repeat("fact [t1]: x\n", linesMost+1) + "=== end MARK", errForm, 0},
		{"too long", "=== MARK\nfact [t1]: " + strings.Repeat("x", answerMost) + "\n=== end MARK", errForm, 0},
		{"nothing", "NOTHING_WORTH_KEEPING", nil, 0},
		{"nothing in code", "`NOTHING_WORTH_KEEPING`", nil, 0},
		{"nothing in bold", "**NOTHING_WORTH_KEEPING**.", nil, 0},
		{"nothing twice", "NOTHING_WORTH_KEEPING\nNOTHING_WORTH_KEEPING", nil, 0},
		{"nothing in words", "Nothing worth keeping.", nil, 0},
		{"nothing within", "=== MARK\nNOTHING_WORTH_KEEPING\n=== end MARK", nil, 0},
		{"nothing in a line", "=== MARK\ndecision [t1]: NOTHING_WORTH_KEEPING is now only believed as the whole answer\n=== end MARK", nil, 1},
		{"nothing and more", "NOTHING_WORTH_KEEPING, apart from the lock", errForm, 0},
		{"quotes a refusal", "=== MARK\nfact [t1]: The agent said: I cannot help with that.\n=== end MARK", nil, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := parse(strings.ReplaceAll(c.text, "MARK", "M0123456789abcdef"), "M0123456789abcdef")
			if !errors.Is(err, c.err) || err == nil != (c.err == nil) {
				t.Fatalf("error is %v, want %v", err, c.err)
			}
			if err == nil && len(r.lines) != c.lines {
				t.Errorf("%d lines, want %d", len(r.lines), c.lines)
			}
		})
	}
}

func TestParseLines(t *testing.T) {
	r, err := parse("=== M1\ntitle: A: b\ncontext: c\ndecision [t1, t3-t5; k2]: x [y]: z\ndone [t2]: gone\nfact: no turn\n=== end M1", "M1")
	if err != nil {
		t.Fatal(err)
	}
	want := reply{"A: b", "c", []line{
		{daily.Decision, false, []string{"t1", "t3", "t4", "t5", "k2"}, "x [y]: z"},
		{daily.Action, true, []string{"t2"}, "gone"},
		{daily.Fact, false, nil, "no turn"},
	}}
	if got, want := fmt.Sprint(r), fmt.Sprint(want); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// An answer that was cut anywhere but in its last line is never taken for a whole one.
func TestParseCut(t *testing.T) {
	text := strings.ReplaceAll("Here:\n"+okLines, "MARK", "M0123456789abcdef")
	for n := range len(text) {
		if r, err := parse(text[:n], "M0123456789abcdef"); err == nil {
			t.Errorf("the first %d bytes were taken: %v", n, r)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(okLines, "MARK")
	f.Add("=== MARK\nfact [t1-t99999999]: x\n=== end MARK", "MARK")
	f.Add("=== \n=== end ", "")
	f.Fuzz(func(t *testing.T, text, mark string) {
		r, err := parse(text, mark)
		if err == nil && len(r.lines) > linesMost {
			t.Error("too many lines")
		}
	})
}

// What is cut stays whole, no part is longer than there is room for, and no word is cut that fits.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab ä語\n.。 \n\n")), 0, 400, -1).Draw(t, "text")
		room := rapid.IntRange(8, 60).Draw(t, "room")
		parts := cut(text, room)
		if strings.Join(parts, "") != text {
			t.Fatalf("parts are %q", parts)
		}
		for i, p := range parts {
			if len(p) > room {
				t.Fatalf("part %q has %d bytes of %d", p, len(p), room)
			}
			if strings.ToValidUTF8(p, "") != p {
				t.Fatalf("part %q cuts a character", p)
			}
			if i > 0 && proof.Joins([]rune(p)[0]) {
				before := []rune(parts[i-1])
				if word := lastWord(parts[i-1]) + firstWord(p); proof.Joins(before[len(before)-1]) && len(word) < room/4 {
					t.Fatalf("word %q was cut in %q", word, parts)
				}
			}
		}
	})
}

func lastWord(s string) string  { return s[strings.LastIndexAny(s, " \n.")+1:] }
func firstWord(s string) string { return s[:strings.IndexAny(s+" ", " \n.")] }
