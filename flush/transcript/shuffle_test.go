package transcript

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// shuffle rewrites a JSON value with its members in another order, blanks between tokens and
// some characters escaped. Members that stand twice stay as they are.
func shuffle(r *rand.Rand, c *jsonscan.Scanner, out *bytes.Buffer) {
	blank := func() {
		for r.IntN(6) == 0 {
			out.WriteByte(" \t\r"[r.IntN(3)])
		}
	}
	blank()
	switch c.Peek() {
	case '{':
		var members [][]byte
		seen := map[string]bool{}
		twice := false
		for key := range c.Members() {
			twice = twice || seen[string(key)]
			seen[string(key)] = true
			var m bytes.Buffer
			shuffleString(r, jsonscan.Repair(key), &m)
			m.WriteByte(':')
			shuffle(r, c, &m)
			members = append(members, m.Bytes())
		}
		if !twice {
			r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		}
		out.WriteByte('{')
		out.Write(bytes.Join(members, []byte(",")))
		out.WriteByte('}')
	case '[':
		out.WriteByte('[')
		for i := range c.Elements() {
			if i > 0 {
				out.WriteByte(',')
			}
			shuffle(r, c, out)
		}
		out.WriteByte(']')
	case '"':
		shuffleString(r, c.Text().String(), out)
	default:
		out.Write(c.Raw())
	}
	blank()
}

func shuffleString(r *rand.Rand, s string, out *bytes.Buffer) {
	if r.IntN(8) > 0 || len(s) > 200 {
		out.WriteString(quote(s))
		return
	}
	out.WriteByte('"')
	for _, ch := range s {
		if ch < 0x80 && ch != '"' && ch != '\\' && ch >= ' ' && r.IntN(2) == 0 {
			out.WriteRune(ch)
			continue
		}
		if ch > 0xFFFF {
			out.WriteRune(ch)
			continue
		}
		const digits = "0123456789abcdefABCDEF"
		out.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			out.WriteByte(digits[ch>>shift&0xF])
		}
	}
	out.WriteByte('"')
}

func shuffleAll(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !json.Valid([]byte(line)) {
			continue
		}
		var out bytes.Buffer
		shuffle(r, &jsonscan.Scanner{Data: []byte(line)}, &out)
		if strings.HasSuffix(line, "\n") {
			out.WriteByte('\n')
		}
		lines[i] = out.String()
	}
	return strings.Join(lines, "")
}

// TestOrderIsNotTrusted: the turns are the same however the client orders and spaces the
// members of a row.
func TestOrderIsNotTrusted(t *testing.T) {
	texts := map[string]string{}
	for path, a := range goldens(t) {
		texts[path] = goldenInput(a)
	}
	for path, text := range texts {
		want := report(readAll(t, text))
		for seed := range uint64(20) {
			mixed := shuffleAll(rand.New(rand.NewPCG(seed, 1)), text)
			if got := report(readAll(t, mixed)); got != want {
				t.Fatalf("%s, seed %d: got\n%s\nwant\n%s", path, seed, got, want)
			}
		}
	}
}

// TestOrderIsNotTrustedInSessions does the same on the sample sessions.
func TestOrderIsNotTrustedInSessions(t *testing.T) {
	for i, path := range sessions(t) {
		b := fsutiltest.Read(t, path)
		want := report(readAll(t, string(b)))
		must.Equal(t, report(readAll(t, shuffleAll(rand.New(rand.NewPCG(uint64(i), 2)), string(b)))), want, "%s: the turns changed", filepath.Base(path))
	}
}
