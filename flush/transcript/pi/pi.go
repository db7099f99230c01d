// Package pi understands the rows of pi's sessions, ~/.pi/agent/sessions/--PROJECT--/TIME_ID.jsonl. The rows are a tree;
// a fork is a file of its own that repeats the rows before it under their ids.
package pi

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Name is the agent's name in entries and on the command line.
const Name = "pi"

// A Dialect reads the rows of one session.
type Dialect struct{}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head is a session of pi.
func Is(head []byte) bool {
	first := jsonscan.Top(head)
	return first["type"] == "session" && jsonscan.Has(first, "cwd", "version")
}

type row struct {
	Type    string      `json:"type"`
	ID      string      `json:"id"`
	Parent  string      `json:"parentId"`
	At      stream.Time `json:"timestamp"`
	CWD     string      `json:"cwd"`
	Message struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Call    string          `json:"toolCallId"`
		Failed  bool            `json:"isError"`
	} `json:"message"`
}

// id returns what tells the row from those of all sessions. pi's own ids have eight digits, too few for that; a copy in a
// fork has the same time.
func (w *row) id() string { return fmt.Sprintf("%s-%x", w.ID, w.At.UnixMilli()) }

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Head reads the session's row.
func (d *Dialect) Head(r *stream.Reader, line []byte) {
	if Is(line) {
		d.Row(r, line)
	}
}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	var w row
	if !stream.Decode(line, &w) || w.Type == "" {
		return false
	}
	switch w.Type {
	case "session":
		r.Session, r.CWD = w.ID, w.CWD
		r.Skip(transcript.SkipState)
	case "message":
		d.message(r, &w)
	case "custom_message":
		r.Skip(transcript.SkipHook)
	case "compaction", "branch_summary":
		r.Skip(transcript.SkipRecap)
	case "model_change", "thinking_level_change", "session_info", "label":
		r.Skip(transcript.SkipState)
	default:
		r.Unknown(w.Type)
	}
	return true
}

// message reads a message of any role.
func (d *Dialect) message(r *stream.Reader, w *row) {
	blocks := blocksOf(w.Message.Content)
	switch w.Message.Role {
	case "user":
		r.Parent = w.Parent
		r.Says(transcript.Person, w.id(), w.At.Time, Typed(text(blocks)))
	case "assistant":
		if words := text(blocks); strings.TrimSpace(words) != "" {
			r.Says(transcript.Agent, w.id(), w.At.Time, words)
		}
		for _, b := range blocks {
			if b.Type == "toolCall" {
				r.Did(stream.CallOf(b.ID, b.Name, b.Arguments))
			}
		}
	case "toolResult":
		r.Done(w.Message.Call, w.Message.Failed, text(blocks))
	case "bashExecution":
		r.Skip(transcript.SkipCommand)
	case "system":
		r.Skip(transcript.SkipMeta)
	default:
		r.Unknown("message/" + w.Message.Role)
	}
}

var (
	// file begins what a person named with @, which the client puts before their words: its path, then a text from the
	// next line on, or what is to be said of an image.
	file    = lazy.Regexp(`^\s*<file name="(?:/|\\|[A-Za-z]:)[^"]*">(?:\n|\[|</file>)`)
	fileTag = lazy.Regexp(`<file(?: [^<>]*[^<>/])?>|</file>(\n|$)?`)
)

// Typed returns what a person typed of a prompt. What is not closed, they typed, unless so much was cut from the row.
func Typed(text string) string {
	if !file().MatchString(text) {
		return text
	}
	tags, at := fileTag().FindAllStringSubmatchIndex(text, -1), 0
	for file().MatchString(text[at:]) {
		for len(tags) > 0 && tags[0][0] < at {
			tags = tags[1:]
		}
		end := fileEnd(text, tags)
		if end < 0 && len(text)-at < 64<<10 {
			break
		}
		if end < 0 {
			return ""
		}
		at = end
	}
	return text[at:]
}

// fileEnd returns where the file ends that the first of the tags in text begins; -1 if nowhere. The mark that ends it ends
// a line, and the file may itself hold such marks and tags.
func fileEnd(text string, tags [][]int) int {
	end, last, depth := -1, -1, 0
	for _, m := range tags {
		if text[m[0]+1] != '/' {
			if depth == 0 && end >= 0 {
				break
			}
			depth++
			continue
		}
		if depth = max(depth-1, 0); m[2] >= 0 {
			if last = m[1]; depth == 0 {
				end = last
			}
		}
	}
	if end < 0 {
		return last
	}
	return end
}

// blocksOf reads content that is a text or a list of blocks.
func blocksOf(raw []byte) (out []block) {
	var words string
	if json.Unmarshal(raw, &words) == nil {
		return []block{{Type: "text", Text: words}}
	}
	_ = json.Unmarshal(raw, &out) // of another form: no words
	return out
}

func text(blocks []block) string {
	var parts []string
	for _, b := range blocks {
		if b.Type == "text" && b.Text != "" {
			parts = append(parts, b.Text)
		}
	}
	return strings.Join(parts, "\n")
}
