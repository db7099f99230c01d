// Package cursor understands the transcripts of Cursor, ~/.cursor/projects/PROJECT/agent-transcripts/ID.jsonl, as others
// describe them: no client of Cursor was run against it. Its rows have neither ids nor times, nor do they name the session.
package cursor

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Name is the agent's name in entries and on the command line.
const Name = "cursor"

// A Dialect reads the rows of one session.
type Dialect struct {
	said map[string]int // how often words were said, by who said them
}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head is a transcript of Cursor.
func Is(head []byte) bool {
	first := jsonscan.Top(head)
	return (first["role"] == "user" || first["role"] == "assistant") && jsonscan.Has(first, "message") && len(first) == 2
}

type block struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// Head reads nothing: no row says anything of the session.
func (d *Dialect) Head(*stream.Reader, []byte) {}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	var w struct {
		Role    string `json:"role"`
		Message struct {
			Content []block `json:"content"`
		} `json:"message"`
	}
	if json.Unmarshal(line, &w) != nil || w.Role == "" {
		return false
	}
	var words []string
	for _, b := range w.Message.Content {
		if b.Type == "text" && strings.TrimSpace(b.Text) != "" {
			words = append(words, b.Text)
		}
	}
	switch w.Role {
	case "user":
		d.says(r, transcript.Person, Typed(words...))
	case "assistant":
		d.says(r, transcript.Agent, strings.Join(words, "\n"))
		for _, b := range w.Message.Content {
			if b.Type == "tool_use" {
				r.Did(stream.CallOf(b.ID, b.Name, b.Input))
			}
		}
	default:
		r.Unknown(w.Role)
	}
	return true
}

// says begins a turn. It is known by the session, the words, and how often they were said before.
func (d *Dialect) says(r *stream.Reader, role transcript.Role, text string) {
	if strings.TrimSpace(text) == "" {
		r.Skip(transcript.SkipEmpty)
		return
	}
	if d.said == nil {
		d.said = map[string]int{}
	}
	key := fmt.Sprint(role, text)
	d.said[key]++
	r.Says(role, transcript.IDOf(Name, r.Session, key, fmt.Sprint(d.said[key])), time.Time{}, text)
}

// What frames the words of a person in what the client sends.
const (
	opener = "<user_query>"
	closer = "</user_query>"
)

var (
	between = lazy.Regexp(closer + `\s*` + opener)
	// stamp is when, which the client writes before it.
	stamp = lazy.Regexp(`(?s)^\s*<timestamp>.*?</timestamp>`)
)

// Typed returns what a person typed of the texts of a message. They may name what frames their words.
func Typed(texts ...string) string {
	var words []string
	for _, text := range texts {
		_, rest, opens := strings.Cut(text, opener)
		if end := strings.LastIndex(rest, closer); opens && end >= 0 {
			for _, w := range between().Split(rest[:end], -1) {
				words = append(words, strings.TrimSpace(w))
			}
		}
	}
	if words == nil {
		return stamp().ReplaceAllString(strings.Join(texts, "\n"), "")
	}
	return strings.Join(words, "\n")
}
