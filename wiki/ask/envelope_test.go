package ask

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

const whole = "=== MARK\ntitle: Locks\ndecision [t1 t2]: Lock a sidecar\n=== end MARK"

// What a model wraps its answer in is taken off, and an answer that is not whole is none.
func TestInside(t *testing.T) {
	inside := []string{"title: Locks", "decision [t1 t2]: Lock a sidecar"}
	for _, c := range []struct {
		name, text string
		err        error
		lines      []string
	}{
		{"plain", whole, nil, inside},
		{"prose around", "Sure! Here it is:\n\n" + whole + "\n\nLet me know if you need more.", nil, inside},
		{"fenced", "```\n" + whole + "\n```", nil, inside},
		{"fence within", strings.Replace(whole, "title", "```text\n- ~~~\n> ```\n*\n\ntitle", 1), nil, inside},
		{"carriage returns", strings.ReplaceAll(whole, "\n", "\r\n"), nil, inside},
		{"decorated border", "**=== MARK ===**\n- title: Locks\n=== END MARK ===", nil, []string{"- title: Locks"}},
		{"cut off", strings.TrimSuffix(whole, "\n=== end MARK"), ErrCut, nil},
		{"cut off in a line", "=== MARK\ndecision [t1]: Lo", ErrCut, nil},
		{"wrong boundary", strings.ReplaceAll(whole, "MARK", "M0000000000000000"), ErrMark, nil},
		{"wrong last line", strings.Replace(whole, "end MARK", "end M0000000000000000", 1), ErrMark, nil},
		{"another within", strings.Replace(whole, "title", "=== M0000000000000000\ntitle", 1), ErrMark, nil},
		{"twice", whole + "\n" + whole, ErrTwice, nil},
		{"ended twice", whole + "\n=== end MARK", ErrTwice, nil},
		{"refusal", "I cannot help with that.", ErrForm, nil},
		{"question", "Could you paste the transcript?", ErrForm, nil},
		{"empty", "", ErrForm, nil},
		{"no lines", "=== MARK\n\n=== end MARK", ErrForm, nil},
		{"too long", "=== MARK\nfact [t1]: " + strings.Repeat("x", answerMost) + "\n=== end MARK", ErrForm, nil},
		{"nothing", "NOTHING_AT_ALL", nil, nil},
		{"nothing in code", "`NOTHING_AT_ALL`", nil, nil},
		{"nothing in bold", "**NOTHING_AT_ALL**.", nil, nil},
		{"nothing twice", "NOTHING_AT_ALL\nNOTHING_AT_ALL", nil, nil},
		{"nothing in words", "Nothing at all.", nil, nil},
		{"nothing within", "=== MARK\nNOTHING_AT_ALL\n=== end MARK", nil, nil},
		{"nothing in a line", "=== MARK\nfact: NOTHING_AT_ALL is the whole answer\n=== end MARK", nil, []string{"fact: NOTHING_AT_ALL is the whole answer"}},
		{"nothing and more", "NOTHING_AT_ALL, apart from the lock", ErrForm, nil},
	} {
		const mark = "M0123456789abcdef"
		got, err := Inside(strings.ReplaceAll(c.text, "MARK", mark), mark, "NOTHING_AT_ALL")
		must.Hold(t, errors.Is(err, c.err) && err != nil != (c.err == nil) && fmt.Sprint(got) == fmt.Sprint(c.lines), "%s: %q, want %q; error is %v, want %v", c.name, got, c.lines, err, c.err)
	}
	if got, err := Inside("=== M1\n=== end M1", "M1", ""); got != nil || err != nil {
		t.Errorf("no lines without a word for nothing: %q, %v", got, err)
	}
}

// An answer that was cut anywhere but in its last line is never taken for a whole one.
func TestInsideCut(t *testing.T) {
	text := strings.ReplaceAll("Here:\n"+whole, "MARK", "M0123456789abcdef")
	for n := range len(text) {
		if got, err := Inside(text[:n], "M0123456789abcdef", ""); err == nil {
			t.Errorf("the first %d bytes were taken: %q", n, got)
		}
	}
}

func TestMark(t *testing.T) {
	sum := Recipe("data")
	first := Mark("M", sum, "data")
	again := Mark("M", sum, "data")
	must.Hold(t, again == first && strings.HasPrefix(sum, first[1:]), "%s and %s", first, again)
	for _, data := range []string{first, "x" + strings.ToLower(first) + "x"} {
		m := Mark("M", sum, data)
		must.Hold(t, !Holds(data, m), "%q holds %s", data, m)
	}
}
