// Package copilot understands the rows of Copilot CLI's sessions, COPILOT_HOME/session-state/ID/events.jsonl.
//
// A person's words are the content of user.message; its transformedContent holds what hooks and the client added. Rows of
// hooks and snapshots repeat what was said, and rows with an agentId are of a subagent in the same file.
package copilot

import (
	"bytes"
	"encoding/json"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// Name is the agent's name in entries and on the command line.
const Name = "copilot"

// A Dialect reads the rows of one session.
type Dialect struct{}

var _ stream.Dialect = (*Dialect)(nil)

// Is reports whether a file that begins with head is a session of Copilot.
func Is(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return jsonscan.Top(line)["type"] == "session.start" && bytes.Contains(line, []byte(`"copilotVersion"`))
}

type row struct {
	Type      string          `json:"type"`
	Data      json.RawMessage `json:"data"`
	ID        string          `json:"id"`
	At        stream.Time     `json:"timestamp"`
	Agent     string          `json:"agentId"`
	Ephemeral bool            `json:"ephemeral"`
}

// data are the members of a row's data that are read.
type data struct {
	Session string `json:"sessionId"`
	Context struct {
		CWD    string `json:"cwd"`
		Branch string `json:"branch"`
	} `json:"context"`
	Content   string          `json:"content"`
	Source    string          `json:"source"`
	Autopilot bool            `json:"isAutopilotContinuation"`
	Call      string          `json:"toolCallId"`
	Tool      string          `json:"toolName"`
	Arguments json.RawMessage `json:"arguments"`
	Success   *bool           `json:"success"`
	Error     struct {
		Message string `json:"message"`
	} `json:"error"`
	Result struct {
		Content string `json:"content"`
	} `json:"result"`
	Shell struct {
		Exit int `json:"exitCode"`
	} `json:"shellExecution"`
	Edits []struct {
		Path string `json:"path"`
	} `json:"fileEdits"`
}

// Head reads a row that says where the session works.
func (d *Dialect) Head(r *stream.Reader, line []byte) {
	if bytes.HasPrefix(line, []byte("{")) && (bytes.Contains(line, []byte(`"type":"session.start"`)) || bytes.Contains(line, []byte(`"type":"session.resume"`))) {
		d.Row(r, line)
	}
}

// skips are the kinds of rows without words, by the beginning of their names.
var skips = []struct{ kind, why string }{
	{"hook.", transcript.SkipHook}, {"session.compaction", transcript.SkipRecap}, {"session.error", transcript.SkipError}, {"session.", transcript.SkipState},
	{"model.", transcript.SkipMeta}, {"system.notification", transcript.SkipNotice}, {"system.", transcript.SkipMeta}, {"assistant.", transcript.SkipState},
	{"permission.", transcript.SkipState}, {"subagent.", transcript.SkipState}, {"tool.user_requested", transcript.SkipCommand}, {"tool.", transcript.SkipTool},
	{"abort", transcript.SkipInterrupt},
}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	var w row
	if json.Unmarshal(line, &w) != nil || w.Type == "" {
		return false
	}
	var x data
	switch w.Type {
	case "session.start", "session.resume", "user.message", "assistant.message", "tool.execution_start", "tool.execution_complete":
		if json.Unmarshal(w.Data, &x) != nil {
			r.Unknown(w.Type)
			return true
		}
	}
	if w.Ephemeral || w.Agent != "" {
		r.Skip(transcript.SkipMeta)
		return true
	}
	switch w.Type {
	case "session.start", "session.resume":
		if x.Session != "" {
			r.Session = x.Session
		}
		if x.Context.CWD != "" {
			r.CWD, r.Branch = x.Context.CWD, x.Context.Branch
		}
		r.Skip(transcript.SkipState)
	case "user.message":
		if x.Source != "" || x.Autopilot {
			r.Skip(transcript.SkipMeta)
			return true
		}
		r.Says(transcript.Person, w.ID, w.At.Time, x.Content)
	case "assistant.message":
		r.Says(transcript.Agent, w.ID, w.At.Time, x.Content)
	case "tool.execution_start":
		r.Did(stream.CallOf(x.Call, x.Tool, x.Arguments))
	case "tool.execution_complete":
		d.done(r, &x)
	default:
		d.skip(r, w.Type)
	}
	return true
}

// done reads how a call ended, and which files it changed.
func (d *Dialect) done(r *stream.Reader, x *data) {
	failed := x.Success != nil && !*x.Success || x.Shell.Exit != 0
	output := x.Result.Content
	if x.Error.Message != "" {
		output = x.Error.Message
	}
	r.Done(x.Call, failed, output)
	for _, e := range x.Edits {
		r.Did(stream.Call{ID: x.Call, Tool: "edit", Target: e.Path, File: true, Edit: true})
	}
}

func (d *Dialect) skip(r *stream.Reader, kind string) {
	for _, s := range skips {
		if len(kind) >= len(s.kind) && kind[:len(s.kind)] == s.kind {
			r.Skip(s.why)
			return
		}
	}
	r.Unknown(kind)
}
