// Package qwen understands the rows of Qwen Code's sessions, ~/.qwen/projects/PROJECT/chats/ID.jsonl.
//
// They look like Claude Code's, but a row says who wrote it: a person's has the provenance real_user. A fork repeats the
// rows before it under their ids.
package qwen

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// Name is the agent's name in entries and on the command line.
const Name = "qwen"

// A Dialect reads the rows of one session.
type Dialect struct{}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head is a session of Qwen Code.
func Is(head []byte) bool {
	first := jsonscan.Top(head)
	return jsonscan.Has(first, "uuid", "sessionId") && (first["provenance"] != "" || bytes.Contains(head, []byte(`"message":{"role":"user","parts":[`)))
}

type row struct {
	UUID       string      `json:"uuid"`
	Parent     string      `json:"parentUuid"`
	Session    string      `json:"sessionId"`
	At         stream.Time `json:"timestamp"`
	Type       string      `json:"type"`
	Subtype    string      `json:"subtype"`
	Provenance string      `json:"provenance"`
	CWD        string      `json:"cwd"`
	Branch     string      `json:"gitBranch"`
	Sidechain  bool        `json:"isSidechain"`
	Message    struct {
		Parts []part `json:"parts"`
	} `json:"message"`
	System struct {
		Display string `json:"displayText"`
	} `json:"systemPayload"`
}

type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought"`
	Call    *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	Response *struct {
		ID       string `json:"id"`
		Response struct {
			Output string `json:"output"`
			Error  string `json:"error"`
		} `json:"response"`
	} `json:"functionResponse"`
}

// Head reads nothing: each row says whose it is.
func (d *Dialect) Head(*stream.Reader, []byte) {}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	var w row
	if err := json.Unmarshal(line, &w); err != nil {
		var t struct{ Type string }
		if json.Unmarshal(line, &t) != nil || t.Type == "" {
			return false
		}
		r.Unknown(t.Type) // of other members
		return true
	}
	if w.Type == "" {
		return false
	}
	if w.Session != "" {
		r.Session = w.Session
	}
	if w.CWD != "" {
		r.CWD, r.Branch = w.CWD, w.Branch
	}
	r.Sub = w.Sidechain
	switch w.Type {
	case "user":
		d.person(r, &w)
	case "assistant":
		d.agent(r, &w)
	case "tool_result":
		for _, p := range w.Message.Parts {
			if x := p.Response; x != nil {
				r.Done(x.ID, x.Response.Error != "", x.Response.Error+x.Response.Output)
			}
		}
	case "system":
		if w.Subtype == "chat_compression" {
			r.Skip(transcript.SkipRecap)
			return true
		}
		r.Skip(transcript.SkipState)
	default:
		r.Unknown(w.Type)
	}
	return true
}

// person reads what a person typed; rows of another provenance are the client's.
func (d *Dialect) person(r *stream.Reader, w *row) {
	if w.Provenance != "real_user" {
		r.Skip(transcript.SkipNotice)
		return
	}
	text := w.System.Display
	if text == "" {
		var parts []string
		for _, p := range w.Message.Parts {
			if p.Response == nil {
				parts = append(parts, p.Text)
			}
		}
		text = Typed(parts...)
	}
	r.Parent = w.Parent
	r.Says(transcript.Person, w.UUID, w.At.Time, text)
}

// Typed returns what a person typed of the parts of a prompt.
func Typed(parts ...string) (text string) {
	parts = stream.Typed(parts)
	for _, p := range parts {
		if len(parts) == 1 || !injected(p) {
			text = strings.TrimSpace(text + "\n" + p)
		}
	}
	return text
}

// agent reads an answer and the calls in it. Thoughts are no words.
func (d *Dialect) agent(r *stream.Reader, w *row) {
	var words []string
	for _, p := range w.Message.Parts {
		if !p.Thought && strings.TrimSpace(p.Text) != "" {
			words = append(words, p.Text)
		}
	}
	if len(words) > 0 {
		r.Says(transcript.Agent, w.UUID, w.At.Time, strings.Join(words, "\n\n"))
	}
	for _, p := range w.Message.Parts {
		if c := p.Call; c != nil {
			r.Did(stream.CallOf(c.ID, c.Name, c.Args))
		}
	}
}

// injected reports whether a part of a person's row was put there by the client: it is one element of the client's.
func injected(text string) bool {
	text = strings.TrimSpace(text)
	name, _, _ := strings.Cut(strings.TrimPrefix(text, "<"), ">")
	name, _, _ = strings.Cut(name, " ")
	rest, ok := transcript.CutElement(text, name)
	return ok && strings.TrimSpace(rest) == "" && (name == "system-reminder" || strings.HasPrefix(name, "qwen:"))
}
