package stream

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
)

// A Call is what an agent did with a tool.
type Call struct {
	ID, Tool, Target string
	File, Edit       bool
	Failed           bool
	Output           string // of a command, or of what failed; what comes later is told by [Reader.Done]
}

// shells are the tools that run a command line, by the names that agents have for them. All are called Bash, as Claude
// Code calls its own.
var shells = []string{"bash", "shell", "local_shell", "run_shell_command", "powershell"}

// targets are the arguments that say what a call worked on, best first.
var targets = []string{"file_path", "filePath", "path", "absolute_path", "command", "pattern", "query", "url", "description", "prompt", "name"}

// CallOf returns a call of a tool by its arguments, a JSON object.
func CallOf(id, tool string, args []byte) Call {
	c := Call{ID: id, Tool: tool}
	if slices.Contains(shells, strings.ToLower(tool)) {
		c.Tool = "Bash"
	}
	var in map[string]json.RawMessage
	if json.Unmarshal(args, &in) != nil {
		return c
	}
	for _, key := range targets {
		var text string
		if json.Unmarshal(in[key], &text) == nil && text != "" {
			c.Target = text
			c.File = strings.HasSuffix(strings.ToLower(key), "path")
			break
		}
	}
	c.Edit = c.File && writes(tool)
	return c
}

// writes reports whether a tool changes the file that it names.
func writes(tool string) bool {
	tool = strings.ToLower(tool)
	for _, word := range [...]string{"write", "edit", "replace", "create", "patch"} {
		if strings.Contains(tool, word) {
			return true
		}
	}
	return false
}

// Did adds a call to the turn that is open, once.
func (r *Reader) Did(c Call) {
	r.Skip(transcript.SkipTool)
	s := transcript.Step{ID: c.ID, Tool: c.Tool, Target: transcript.TargetOf(c.Target), File: c.File, Edit: c.Edit}
	if c.Failed || c.Output != "" { // else it has not ended, or nobody says how
		end(&s, c.Failed, c.Output)
	}
	if r.open == nil || c.ID != "" && slices.ContainsFunc(r.open.Steps, func(o transcript.Step) bool { return o.ID == s.ID && o.Target == s.Target }) {
		return
	}
	r.open.Steps = append(r.open.Steps, s)
	r.open.End = max(r.open.End, r.lines.Place())
}

// Done says how a call of the open turn ended.
func (r *Reader) Done(id string, failed bool, output string) {
	r.Skip(transcript.SkipResult)
	if s := r.step(id); s != nil {
		end(s, failed, output)
		r.open.End = max(r.open.End, r.lines.Place())
	}
}

// step returns the call of the open turn with an id, nil if there is none.
func (r *Reader) step(id string) *transcript.Step {
	if r.open == nil || id == "" {
		return nil
	}
	for i := range r.open.Steps {
		if r.open.Steps[i].ID == id {
			return &r.open.Steps[i]
		}
	}
	return nil
}

func end(s *transcript.Step, failed bool, output string) {
	s.Failed = failed
	if failed {
		s.Error = transcript.ErrorHead(output)
	}
	if s.File {
		return
	}
	if k := outcome.KindOf(s.Target); k.Wanted(failed) {
		s.Outcome = k.Cut(transcript.Tidy(output), failed)
	}
}
