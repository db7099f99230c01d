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
	Output           string // of it, or of what failed; what comes later is told by [Reader.Done]
	Wrote            string // what it puts into a file
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
	if c.Edit = c.File && writes(tool); c.Edit {
		for _, key := range [...]string{"content", "file_text", "contents"} {
			if json.Unmarshal(in[key], &c.Wrote) == nil && c.Wrote != "" {
				break
			}
		}
	}
	return c
}

// writes reports whether a tool changes the file that it names.
func writes(tool string) bool {
	tool = strings.ToLower(tool)
	return slices.ContainsFunc([]string{"write", "edit", "replace", "create", "patch"}, func(word string) bool { return strings.Contains(tool, word) })
}

// Did adds a call to the turn that is open, once.
func (r *Reader) Did(c Call) {
	r.Skip(transcript.SkipTool)
	s := transcript.Step{ID: c.ID, Tool: c.Tool, Target: transcript.TargetOf(c.Target), File: c.File, Edit: c.Edit}
	if r.open == nil || c.ID != "" && slices.ContainsFunc(r.open.Steps, func(o transcript.Step) bool { return o.ID == s.ID && o.Target == s.Target }) {
		return
	}
	r.open.Steps = append(r.open.Steps, s)
	if c.Wrote != "" {
		r.looks.Add(len(r.open.Steps)-1, transcript.Tidy(c.Wrote), true)
	}
	if c.Failed || c.Output != "" { // else it has not ended, or nobody says how
		r.end(len(r.open.Steps)-1, c.Failed, c.Output)
	}
	r.open.End = max(r.open.End, r.lines.Place())
}

// Done says how a call of the open turn ended.
func (r *Reader) Done(id string, failed bool, output string) {
	r.Skip(transcript.SkipResult)
	if i := r.step(id); i >= 0 {
		r.end(i, failed, output)
		r.open.End = max(r.open.End, r.lines.Place())
	}
}

// step returns which call of the open turn has an id, -1 if there is none.
func (r *Reader) step(id string) int {
	if r.open == nil || id == "" {
		return -1
	}
	return slices.IndexFunc(r.open.Steps, func(s transcript.Step) bool { return s.ID == id })
}

// end says how a step of the open turn ended.
func (r *Reader) end(step int, failed bool, output string) {
	s := &r.open.Steps[step]
	if s.Failed = failed; failed {
		s.Error = transcript.ErrorHead(output)
	}
	switch kind := outcome.KindOf(s.Target); {
	case s.Edit || s.File && failed:
	case !s.File && kind.Wanted(failed):
		s.Outcome = kind.Cut(transcript.Tidy(output), failed)
	case !failed:
		r.looks.Add(step, transcript.Tidy(output[:min(len(output), outcome.Look)]), false)
	}
}
