// Package gemini understands the lines of Gemini CLI's sessions, ~/.gemini/tmp/PROJECT/chats/session-TIME-ID.jsonl.
//
// The file is a log whose lines may replace the whole list of messages ($set) or go back in it ($rewindTo). What the
// client drops from its list, at a compaction, a cancelled turn or a resume, was said all the same, so every message
// that was ever written counts once: by its id, and in a list that is written again by its words.
package gemini

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Name is the agent's name in entries and on the command line.
const Name = "gemini"

// A Dialect reads the lines of one session.
type Dialect struct {
	texts map[string]int    // how often words were read, with who said them
	words map[string]bool   // words that were read, with the message that has them
	calls map[string]bool   // calls that were read, by their ids
	after map[string]string // the message that each one follows
	last  string            // the latest message
}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head is a session of Gemini CLI.
func Is(head []byte) bool {
	return jsonscan.Has(jsonscan.Top(head), "sessionId", "projectHash", "startTime")
}

type line struct {
	Session     string    `json:"sessionId"`
	Hash        string    `json:"projectHash"`
	Kind        string    `json:"kind"`
	Directories []string  `json:"directories"`
	Messages    []message `json:"messages"` // of a session that is one document
	Rewind      string    `json:"$rewindTo"`
	Set         *struct {
		Session  string    `json:"sessionId"`
		Messages []message `json:"messages"`
	} `json:"$set"`
	message
}

type message struct {
	ID      string          `json:"id"`
	At      stream.Time     `json:"timestamp"`
	Type    string          `json:"type"`
	Content json.RawMessage `json:"content"`
	Display json.RawMessage `json:"displayContent"`
	Calls   []call          `json:"toolCalls"`
}

type call struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	Args   json.RawMessage `json:"args"`
	Status string          `json:"status"`
	Result []struct {
		Response struct {
			Response struct {
				Output string `json:"output"`
				Error  string `json:"error"`
			} `json:"response"`
		} `json:"functionResponse"`
	} `json:"result"`
}

type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought"`
}

// Head reads the line that a session begins with, and the context in which its folder stands.
func (d *Dialect) Head(r *stream.Reader, b []byte) {
	var l line
	if !stream.Decode(b, &l) {
		return
	}
	d.head(r, &l)
	if l.Set != nil {
		for i := range l.Set.Messages {
			d.folder(r, l.Set.Messages[i].Content)
		}
	}
}

func (d *Dialect) head(r *stream.Reader, l *line) {
	if l.Hash == "" {
		return
	}
	r.Session, r.Sub = l.Session, l.Kind == "subagent"
	if len(l.Directories) > 0 {
		r.CWD = l.Directories[0]
	}
}

// Row reads a line.
func (d *Dialect) Row(r *stream.Reader, b []byte) bool {
	var l line
	if !stream.Decode(b, &l) {
		return false
	}
	if d.texts == nil {
		d.texts, d.words, d.calls, d.after = map[string]int{}, map[string]bool{}, map[string]bool{}, map[string]string{}
		r.Rewrite = true
	}
	switch {
	case l.Set != nil:
		if l.Set.Session != "" {
			r.Session = l.Set.Session
		}
		d.list(r, l.Set.Messages)
		r.Skip(transcript.SkipState)
	case l.Rewind != "":
		d.last = d.after[l.Rewind]
		r.Skip(transcript.SkipState)
	case l.Hash != "":
		d.head(r, &l)
		d.list(r, l.Messages)
		r.Skip(transcript.SkipState)
	case l.Type != "" && r.Part: // of a list
		d.list(r, []message{l.message})
	case l.Type != "":
		d.message(r, &l.message, nil)
	default:
		return false
	}
	return true
}

// list reads a list of messages, which may repeat what was read before. What it says more often than was read is new.
func (d *Dialect) list(r *stream.Reader, all []message) {
	said := map[string]int{}
	for i := range all {
		d.message(r, &all[i], said)
	}
}

// message reads a message; list counts what the list says in which it stands, nil where it stands alone. After a cancelled
// turn the client writes what was said again by itself, too: the first prompt behind its own context, and answers as lists
// of parts.
func (d *Dialect) message(r *stream.Reader, m *message, list map[string]int) {
	again := list != nil || m.Type == "gemini" && bytes.HasPrefix(m.Content, []byte("[")) || bytes.Contains(m.Content, []byte(`<session_context>\nThis is the Gemini CLI.`))
	role := transcript.Agent
	var words string
	switch m.Type {
	case "user":
		d.folder(r, m.Content)
		role, words = transcript.Person, typed(m)
	case "gemini":
		words = strings.Join(texts(m.Content), "\n")
		if strings.TrimSpace(words) == "Got it. Thanks for the additional context!" { // the client's own answer to a recap
			words = ""
		}
	case "info", "warning", "error":
		r.Skip(transcript.SkipState)
		return
	default:
		r.Unknown(m.Type)
		return
	}
	key := string('0'+rune(role)) + strings.TrimSpace(words)
	nth := 1
	if list != nil {
		list[key]++
		nth = list[key]
	}
	if again && d.texts[key] >= nth && !r.Said(m.ID) {
		r.Skip(transcript.SkipMeta)
		return
	}
	if by := m.ID + key; m.ID == "" || !d.words[by] {
		d.words[by] = true
		d.texts[key]++
	}
	_, known := d.after[m.ID]
	if !known {
		d.after[m.ID] = d.last
	}
	r.Parent = d.after[m.ID]
	if !known || list == nil { // a list that is written again, as after a turn that was stopped, goes nowhere
		d.last = m.ID
	}
	if strings.TrimSpace(words) != "" {
		r.Says(role, m.ID, m.At.Time, words)
	} else {
		r.Skip(transcript.SkipMeta)
	}
	for _, c := range m.Calls {
		if d.calls[c.ID] {
			continue
		}
		d.calls[c.ID] = c.Status != ""
		x := stream.CallOf(c.ID, c.Name, c.Args)
		for _, res := range c.Result {
			x.Output += res.Response.Response.Error + res.Response.Response.Output
		}
		x.Failed = c.Status == "error"
		r.Did(x)
	}
}

// folders finds where the session works in the context that the client writes for the model.
var folders = lazy.Regexp(`(?m)^- \*\*Workspace Directories:\*\*\n {2,4}- (\S.*)$`)

func (d *Dialect) folder(r *stream.Reader, content []byte) {
	if r.CWD != "" || !bytes.Contains(content, []byte("<session_context>")) {
		return
	}
	for _, t := range texts(content) {
		if m := folders().FindStringSubmatch(t); m != nil {
			r.CWD = strings.TrimSpace(m[1])
		}
	}
}

// texts returns the texts of content that is one or a list of parts. Thoughts are no words.
func texts(content []byte) (out []string) {
	var one string
	if json.Unmarshal(content, &one) == nil {
		return []string{one}
	}
	var parts []part
	if bytes.HasPrefix(content, []byte("{")) {
		content = slices.Concat([]byte("["), content, []byte("]"))
	}
	stream.Decode(content, &parts)
	for _, p := range parts {
		if !p.Thought && p.Text != "" {
			out = append(out, p.Text)
		}
	}
	return out
}

// shell is what the client writes for a command that the person ran themselves.
var shell = lazy.Regexp("(?s)^I ran the following shell command:\n```sh\n.*?\n```\n\nThis produced the following result:\n```\n.*?\n```(?:\n|$)")

// opening begins the context that the client writes for the model. Files of the project follow in it.
const opening = "<session_context>\nThis is the Gemini CLI."

// typed returns what a person typed of a message.
func typed(m *message) string {
	own := texts(m.Content)
	if len(m.Display) > 0 {
		if len(own) > 0 && strings.HasPrefix(own[0], "System: Potential loop detected") && !slices.Equal(own, texts(m.Display)) {
			return ""
		}
		own = texts(m.Display)
	}
	return Typed(own...)
}

// Typed returns what a person typed of the parts of a prompt: without the parts that the client and hooks put in, and nothing for a command of
// the shell, nor for what the client says to the model in the person's name. Their words may begin as its do: what is not
// closed as it closes it is theirs.
func Typed(parts ...string) string {
	var words []string
	for _, t := range stream.Typed(parts) {
		for _, name := range [...]string{"hook_context", "session_context", "state_snapshot"} {
			if t = strings.TrimSpace(t); strings.HasPrefix(t, opening) {
				t = ""
			}
			t, _ = transcript.CutElement(t, name)
		}
		if t = strings.TrimSpace(shell().ReplaceAllString(t, "")); t != "" {
			words = append(words, t)
		}
	}
	return strings.Join(words, "\n")
}
