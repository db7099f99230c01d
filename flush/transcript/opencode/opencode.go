// Package opencode understands the sessions of OpenCode, which keeps them in a database of its own: as `opencode export`
// prints one, and as rows in a file of memoria's, which its plugin and the import write: a session, then its messages with
// their parts. A message is in that file again as it grows, and stays there when the person takes it back.
package opencode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// Name is the agent's name in entries and on the command line.
const Name = "opencode"

// A Dialect reads the rows of one session.
type Dialect struct {
	last  string           // message that was read last
	shell string           // prompt by which the person ran a command themselves
	calls map[string]bool  // of tools, by id: whether their end was read
	said  map[place]string // what the words of an answer were called first, by their place
}

// A place is where words of an answer stand.
type place struct {
	message string
	part    int
	at      string
}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head holds a session of OpenCode.
func Is(head []byte) bool {
	first := jsonscan.Top(head)
	return IsID(first["id"]) && jsonscan.Has(first, "directory") || jsonscan.Has(first, "info") && bytes.Contains(head, []byte(`"ses_`))
}

// IsID reports whether a word is the id of a session.
func IsID(id string) bool {
	rest, ok := strings.CutPrefix(id, "ses_")
	return ok && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// A Session is the first row of a file.
type Session struct {
	ID        string `json:"id"`
	Parent    string `json:"parentID,omitempty"` // the session whose subagent it is
	Directory string `json:"directory"`
}

// A Message is a row with what one side said and did.
type Message struct {
	Info struct {
		ID      string          `json:"id"`
		Session string          `json:"sessionID"`
		Role    string          `json:"role"`
		Parent  string          `json:"parentID,omitempty"` // prompt that an answer answers
		Summary json.RawMessage `json:"summary,omitempty"`  // true of the summary that a compaction leaves
		Time    struct {
			Created   stream.Time     `json:"created"`
			Completed json.RawMessage `json:"completed,omitempty"`
		} `json:"time"`
	} `json:"info"`
	Parts []part `json:"parts"`
	After string `json:"after,omitempty"` // the message before it; the last row's if it does not say
}

// Extent says how much of a message there is, which only grows.
func (m *Message) Extent() string {
	out := fmt.Sprint(len(m.Info.Time.Completed) > 0)
	for _, p := range m.Parts {
		out += fmt.Sprintf(" %d %t %s", len(p.Text), len(p.Time.End) > 0, p.State.Status)
	}
	return out
}

type part struct {
	Type      string `json:"type"`
	Text      string `json:"text"`
	Synthetic bool   `json:"synthetic"` // the client's own words
	Ignored   bool   `json:"ignored"`
	Time      struct {
		Start stream.Time     `json:"start"`
		End   json.RawMessage `json:"end"`
	} `json:"time"`

	Tool  string `json:"tool"`
	Call  string `json:"callID"`
	State struct {
		Status string          `json:"status"`
		Input  json.RawMessage `json:"input"`
		Output string          `json:"output"`
		Error  string          `json:"error"`
	} `json:"state"`
}

// Head reads the session's row.
func (d *Dialect) Head(r *stream.Reader, line []byte) {
	if Is(line) {
		d.Row(r, line)
	}
}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	var w struct {
		Session
		Message
	}
	if !stream.Decode(line, &w) {
		return false
	}
	switch {
	case IsID(w.Session.ID):
		r.Session, r.CWD, r.Sub = w.Session.ID, w.Directory, w.Session.Parent != ""
		if d.last == "" {
			d.last = r.Session
		}
		r.Skip(transcript.SkipState)
	case w.Info.Role == "user":
		d.prompt(r, &w.Message)
	case w.Info.Role == "assistant":
		d.answer(r, &w.Message)
	default:
		r.Unknown("message/" + w.Info.Role)
		return w.Info.ID != ""
	}
	return true
}

// prompt reads a message of the person, in which the client has parts of its own.
func (d *Dialect) prompt(r *stream.Reader, m *Message) {
	r.Parent = d.after(m)
	var words []string
	for _, p := range m.Parts {
		switch {
		case p.Type != "text" || p.Ignored:
		case !p.Synthetic:
			words = append(words, p.Text)
		case strings.HasPrefix(p.Text, "The following tool was executed by the user"):
			d.shell = m.Info.ID
		}
	}
	if text := Typed(strings.Join(words, "\n")); strings.TrimSpace(text) != "" {
		r.Says(transcript.Person, "", m.Info.Time.Created.Time, text)
	} else {
		r.Skip(transcript.SkipMeta)
	}
}

// answer reads a message of the agent. A part of it is known by its time and its words, since a fork gives it a new id,
// and is whole when it has ended. One that was stopped may go on.
func (d *Dialect) answer(r *stream.Reader, m *Message) {
	d.after(m)
	if d.said == nil {
		d.said, r.Rewrite = map[place]string{}, true
	}
	switch {
	case string(m.Info.Summary) == "true":
		r.Skip(transcript.SkipRecap)
		return
	case m.Info.Parent != "" && m.Info.Parent == d.shell:
		r.Skip(transcript.SkipCommand)
		return
	}
	for i, p := range m.Parts {
		switch {
		case p.Type == "tool":
			d.call(r, &p)
		case p.Type == "text" && !p.Synthetic && !p.Ignored && (len(p.Time.End) > 0 || len(m.Info.Time.Completed) > 0) && strings.TrimSpace(p.Text) != "":
			at := p.Time.Start
			if at.IsZero() {
				at = m.Info.Time.Created
			}
			when := at.UTC().Format(time.RFC3339Nano)
			part := place{m.Info.ID, i, when}
			id, ok := d.said[part]
			if !ok {
				id = transcript.IDOf(when, transcript.Tidy(p.Text))
				d.said[part] = id
			}
			r.Says(transcript.Agent, id, at.Time, p.Text)
		}
	}
}

// call reads what the agent did with a tool.
func (d *Dialect) call(r *stream.Reader, p *part) {
	if d.calls == nil {
		d.calls = map[string]bool{}
	}
	done := p.State.Status == "completed" || p.State.Status == "error"
	was, known := d.calls[p.Call]
	d.calls[p.Call] = done || was
	c := stream.CallOf(p.Call, p.Tool, p.State.Input)
	c.Failed, c.Output = p.State.Status == "error", p.State.Output+p.State.Error
	switch {
	case !known:
		r.Did(c)
	case done && !was:
		r.Done(c.ID, c.Failed, c.Output)
	}
}

// after returns the row that a message follows.
func (d *Dialect) after(m *Message) string {
	after := d.last
	if m.After != "" {
		after = m.After
	}
	d.last = m.Info.ID
	return after
}

// Typed returns a prompt as it was typed: `opencode run` puts words that a shell gave it as one between quotes.
func Typed(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' || !strings.Contains(text, " ") {
		return text
	}
	inner := text[1 : len(text)-1]
	if strings.Contains(strings.ReplaceAll(inner, `\"`, ""), `"`) {
		return text
	}
	return strings.ReplaceAll(inner, `\"`, `"`)
}
