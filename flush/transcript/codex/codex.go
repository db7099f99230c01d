// Package codex understands the rows of Codex's rollouts, CODEX_HOME/sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl.
//
// Rollouts of versions since 0.171 say what was said and done in rows event_msg/item_completed, those before in
// event_msg/user_message, agent_message, exec_command_end and patch_apply_end; no file has both. Rows response_item
// repeat the same for the model, beside much that nobody said, and are left out. A fork is a file of its own that does
// not repeat the rows before it; one of an old version does, and begins with a session_meta of its own: see fork.go.
package codex

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// Name is the agent's name in entries and on the command line.
const Name = "codex"

// A Dialect reads the rows of one rollout.
type Dialect struct {
	threads []thread // the file's own, and those that its rows are copies of, the youngest first
	at      int      // of these, the one whose rows are being read
	turn    string   // id of the turn being read; "" if it has none
	begun   time.Time
	said    map[string]int // in it, or in a file without such ids, how often the same
	burst   time.Time      // of the row before, if all rows up to it were written in one go; zero else
	before  string         // names the message that the next prompt follows; "" if it stands before where reading began
	asked   []string       // those that each prompt follows which the person has not taken back
}

// Is reports whether a file that begins with head is a rollout.
func Is(head []byte) bool {
	first := jsonscan.Top(head)
	known, typed := first["type"]
	return jsonscan.Has(first, "payload") && (known == "session_meta" || !typed && bytes.Contains(head, []byte(`"cli_version"`))) // a long payload may come first
}

// A row is a line of a rollout.
type row struct {
	At      stream.Time     `json:"timestamp"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

var _ stream.Dialect = (*Dialect)(nil)

// Head reads the session_meta, and where a turn works.
func (d *Dialect) Head(r *stream.Reader, line []byte) {
	meta, turn := bytes.Contains(line, []byte(`"session_meta"`)), bytes.Contains(line, []byte(`"turn_context"`))
	var w row
	if !meta && !turn || json.Unmarshal(line, &w) != nil {
		return
	}
	switch w.Type {
	case "session_meta":
		d.meta(r, w.Payload)
	case "turn_context":
		d.context(r, w.Payload)
	}
}

// Row reads a row.
func (d *Dialect) Row(r *stream.Reader, line []byte) bool {
	if bytes.Contains(line[:min(len(line), 120)], []byte(`"type":"response_item"`)) { // most of the bytes
		r.Skip(transcript.SkipMeta)
		return true
	}
	var w row
	if err := json.Unmarshal(line, &w); err != nil || w.Type == "" {
		return false
	}
	d.pass(w.At.Time)
	switch w.Type {
	case "session_meta":
		begins := len(d.threads) == 0
		if d.meta(r, w.Payload); begins && len(d.threads) > 0 {
			d.before = d.threads[0].id
		}
	case "event_msg":
		d.event(r, w)
	case "compacted":
		r.Skip(transcript.SkipRecap)
	case "turn_context":
		d.enter(r, w.Payload)
		d.context(r, w.Payload)
		r.Skip(transcript.SkipState)
	case "response_item", "world_state", "token_usage_record", "inter_agent_communication_metadata":
		r.Skip(transcript.SkipState)
	default:
		r.Unknown(w.Type)
	}
	return true
}

// meta reads whose session it is. The first one is the file's own.
func (d *Dialect) meta(r *stream.Reader, payload []byte) {
	r.Skip(transcript.SkipState)
	var m struct {
		ID      string          `json:"id"`
		Session string          `json:"session_id"` // of a subagent, the session that it works for
		Parent  string          `json:"parent_thread_id"`
		CWD     string          `json:"cwd"`
		Source  json.RawMessage `json:"source"`
		Thread  string          `json:"thread_source"`
		Git     struct {
			Branch string `json:"branch"`
			Remote string `json:"repository_url"`
		} `json:"git"`
	}
	if json.Unmarshal(payload, &m) != nil || slices.ContainsFunc(d.threads, func(t thread) bool { return t.id == m.ID }) {
		return
	}
	t := thread{id: m.ID, session: m.ID, cwd: m.CWD, branch: m.Git.Branch, remote: m.Git.Remote}
	if t.sub = m.Thread == "subagent" || bytes.HasPrefix(m.Source, []byte("{")); t.sub {
		t.session = first(m.Session, m.Parent, parentOf(m.Source), m.ID)
		if t.session == m.ID {
			t.session = first(m.Parent, parentOf(m.Source), m.ID)
		}
	}
	if d.threads = append(d.threads, t); len(d.threads) == 1 {
		d.said = map[string]int{}
		d.follow(r, 0)
	}
}

// context reads the folder in which what follows is said: a person may change it between two turns.
func (d *Dialect) context(r *stream.Reader, payload []byte) {
	var t struct {
		CWD string `json:"cwd"`
	}
	if len(d.threads) == 0 || json.Unmarshal(payload, &t) != nil || t.CWD == "" {
		return
	}
	own := d.threads[d.at]
	r.CWD, r.Branch, r.Remote = t.CWD, "", ""
	if rest, ok := strings.CutPrefix(t.CWD, own.cwd); ok && (rest == "" || strings.ContainsAny(rest[:1], `/\`)) {
		r.Branch, r.Remote = own.branch, own.remote // they are those of the folder that it began in
	}
}

// parentOf returns the session that spawned a subagent, as its source says.
func parentOf(source []byte) string {
	var s struct {
		Subagent struct {
			Spawn struct {
				Parent string `json:"parent_thread_id"`
			} `json:"thread_spawn"`
		} `json:"subagent"`
	}
	json.Unmarshal(source, &s) // an old one has a word there
	return s.Subagent.Spawn.Parent
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// An event is the payload of an event_msg. Those of before 0.171 have the members of an item themselves.
type event struct {
	Type    string          `json:"type"`
	Item    json.RawMessage `json:"item"`
	Message string          `json:"message"`
	CallID  string          `json:"call_id"`
	Turns   int             `json:"num_turns"` // of thread_rolled_back
	Success *bool           `json:"success"`
	Error   json.RawMessage `json:"error"`
	item
}

// An item is something that was said or done.
type item struct {
	Kind     string                     `json:"-"`
	ID       string                     `json:"id"`
	Content  []content                  `json:"content"`
	Command  []string                   `json:"command"`
	Exit     *int                       `json:"exit_code"`
	Output   string                     `json:"aggregated_output"`
	Source   string                     `json:"source"`
	Status   string                     `json:"status"`
	Changes  map[string]json.RawMessage `json:"changes"`
	Stderr   string                     `json:"stderr"`
	Server   string                     `json:"server"`
	Tool     string                     `json:"tool"`
	Argument json.RawMessage            `json:"arguments"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// event reads what happened.
func (d *Dialect) event(r *stream.Reader, w row) {
	var e event
	if err := json.Unmarshal(w.Payload, &e); err != nil {
		var t struct{ Type string }
		json.Unmarshal(w.Payload, &t) // of a kind whose members are others
		r.Unknown("event_msg/" + t.Type)
		return
	}
	switch e.Type {
	case "item_completed":
		d.item(r, w.At.Time, e.Item)
	case "task_started":
		d.enter(r, w.Payload)
		r.Skip(transcript.SkipState)
	case "user_message":
		d.says(r, transcript.Person, w.At.Time, Typed(e.Message))
	case "agent_message":
		d.says(r, transcript.Agent, w.At.Time, e.Message)
	case "exec_command_end":
		e.ID = e.CallID
		e.command(r)
	case "patch_apply_end":
		e.ID = e.CallID
		e.patch(r, e.Success != nil && !*e.Success)
	case "turn_aborted":
		r.Skip(transcript.SkipInterrupt)
	case "task_complete":
		if len(e.Error) > 0 && string(e.Error) != "null" {
			r.Skip(transcript.SkipError)
			return
		}
		r.Skip(transcript.SkipState)
	case "context_compacted":
		r.Skip(transcript.SkipRecap)
	case "thread_rolled_back":
		d.rollBack(r, e.Turns)
		r.Skip(transcript.SkipState)
	default:
		r.Skip(transcript.SkipState) // bounds of turns, counts of tokens, progress
	}
}

// item reads an item of 0.171 and later.
func (d *Dialect) item(r *stream.Reader, at time.Time, raw []byte) {
	var t struct {
		Kind string `json:"type"`
	}
	var it item
	if json.Unmarshal(raw, &t) != nil {
		r.Unknown("item_completed")
		return
	}
	if err := json.Unmarshal(raw, &it); err != nil {
		r.Unknown("item_completed/" + t.Kind)
		return
	}
	switch t.Kind {
	case "UserMessage":
		d.follows(r, transcript.Person, it.ID)
		r.Says(transcript.Person, it.ID, at, Typed(it.text()))
	case "AgentMessage":
		d.follows(r, transcript.Agent, it.ID)
		r.Says(transcript.Agent, it.ID, at, it.text())
	case "CommandExecution":
		it.command(r)
	case "FileChange":
		it.patch(r, it.Status == "failed" || it.Status == "declined")
	case "McpToolCall":
		r.Did(stream.Call{ID: it.ID, Tool: "mcp__" + it.Server + "__" + it.Tool, Target: string(it.Argument), Failed: it.Status == "failed"})
	case "HookPrompt":
		r.Skip(transcript.SkipHook)
	case "ContextCompaction":
		r.Skip(transcript.SkipRecap)
	case "Reasoning", "SubAgentActivity", "CollabAgentToolCall":
		r.Skip(transcript.SkipTool)
	default:
		r.Unknown("item_completed/" + t.Kind)
	}
}

// follows notes which message a prompt follows, and that a message was read, which its id names.
func (d *Dialect) follows(r *stream.Reader, role transcript.Role, id string) {
	if role == transcript.Person {
		r.Parent, d.asked = d.before, append(d.asked, d.before)
	}
	d.before = id
}

// rollBack reads that the person went back to before so many of their prompts: the next one follows what the first of
// these follows.
func (d *Dialect) rollBack(r *stream.Reader, turns int) {
	k := len(d.asked) - turns
	if k < 0 {
		d.before, d.asked = "", nil
		r.Rewound()
	} else if turns > 0 {
		d.before, d.asked = d.asked[k], d.asked[:k]
	}
}

// text joins the words of a message. Images have none.
func (it *item) text() string {
	var parts []string
	for _, c := range it.Content {
		if strings.EqualFold(c.Type, "text") && c.Text != "" {
			parts = append(parts, c.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// command reads a command that ended. What a person ran themselves is nothing that the agent did.
func (it *item) command(r *stream.Reader) {
	if it.Source == "user_shell" {
		r.Skip(transcript.SkipCommand)
		return
	}
	line := strings.Join(it.Command, " ")
	if n := len(it.Command); n == 3 && strings.HasPrefix(it.Command[1], "-") && strings.HasSuffix(it.Command[1], "c") {
		line = it.Command[2]
	}
	r.Did(stream.Call{ID: it.ID, Tool: "Bash", Target: line, Failed: it.Exit != nil && *it.Exit != 0, Output: it.Output})
}

// patch reads a change of files.
func (it *item) patch(r *stream.Reader, failed bool) {
	for _, path := range slices.Sorted(maps.Keys(it.Changes)) {
		r.Did(stream.Call{ID: it.ID, Tool: "apply_patch", Target: path, File: true, Edit: true, Failed: failed, Output: it.Stderr})
	}
}

// ideHead and ideRequest frame what an editor puts before the words of a person.
const (
	ideHead    = "# Context from my IDE setup:"
	ideRequest = "## My request for Codex:"
)

// Typed returns what a person typed of a message.
func Typed(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), ideHead) {
		if _, words, ok := strings.Cut(text, ideRequest); ok {
			return words
		}
	}
	return text
}
