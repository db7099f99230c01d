package agents

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/memories"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonl"
	"github.com/agent-admin/memoria/fsutil"
)

// A Prompt is what a person typed, as an agent keeps it beside its transcripts and longer than these.
type Prompt struct {
	Session string // "" where the agent's version did not write it
	Dir     string // in which it was typed, "" where that is not known
	Text    string
	At      time.Time
}

// history is how an agent keeps what was typed.
type history struct {
	file string // a pattern, below the agent's folder
	read func(f io.Reader, path string, take func(Prompt))
}

// Histories returns the files in which the agent keeps what was typed; folder is that of its own files.
func (a Agent) Histories(folder string) []string {
	if a.history.file == "" || folder == "" {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(memories.Pattern(folder), filepath.FromSlash(a.history.file))) // a pattern of this package
	return files
}

// Prompts calls take for each prompt in a file of [Agent.Histories], in its order. What it cannot read in the file, it
// leaves out.
func (a Agent) Prompts(path string, take func(Prompt)) error {
	f, err := fsutil.OpenFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	a.history.read(f, path, func(p Prompt) {
		if p.Text = strings.TrimSpace(p.Text); p.Text != "" && !p.At.IsZero() && !command(p.Text) {
			take(p)
		}
	})
	return nil
}

// command reports whether what was typed is for the client or the shell: /clear, !ls. A path is none.
func command(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	return text[0] == '!' || transcript.Sets(text) || text[0] == '/' && rest == "" && !strings.ContainsAny(word[1:], "/.\n")
}

// rows reads a history of a JSON object on each line.
func rows[T any](of func(T) Prompt) func(io.Reader, string, func(Prompt)) {
	return func(f io.Reader, _ string, take func(Prompt)) {
		for lines := jsonl.New(f); ; {
			line, _, err := lines.Next()
			if err != nil {
				return
			}
			var row T
			if json.Unmarshal(jsonl.Trim(line), &row) == nil {
				take(of(row))
			}
		}
	}
}

// typedClaude is a line of ~/.claude/history.jsonl. What was pasted is named in the text alone.
type typedClaude struct {
	Text    string `json:"display"`
	At      int64  `json:"timestamp"` // milliseconds
	Dir     string `json:"project"`
	Session string `json:"sessionId"` // of late versions
}

// typedCodex is a line of ~/.codex/history.jsonl.
type typedCodex struct {
	Session string `json:"session_id"`
	At      int64  `json:"ts"` // seconds
	Text    string `json:"text"`
}

var claudeHistory = history{"history.jsonl", rows(func(r typedClaude) Prompt {
	return Prompt{r.Session, r.Dir, r.Text, moment(time.UnixMilli(r.At), r.At)}
})}

var codexHistory = history{"history.jsonl", rows(func(r typedCodex) Prompt { return Prompt{r.Session, "", r.Text, moment(time.Unix(r.At, 0), r.At)} })}

// moment returns t, the zero time if n is none of this age.
func moment(t time.Time, n int64) time.Time {
	if n <= 0 || t.Year() > 9000 {
		return time.Time{}
	}
	return t
}

// geminiHistory is ~/.gemini/tmp/PROJECT/logs.json, a list of what was typed in the terminal. The folder of the project
// stands beside it.
var geminiHistory = history{"tmp/*/logs.json", func(f io.Reader, path string, take func(Prompt)) {
	dir := rootOfGemini(path)
	list := json.NewDecoder(f)
	if t, err := list.Token(); err != nil || t != json.Delim('[') {
		return
	}
	for list.More() {
		var p struct {
			Session string    `json:"sessionId"`
			Type    string    `json:"type"`
			Text    string    `json:"message"`
			At      time.Time `json:"timestamp"`
		}
		var other *json.UnmarshalTypeError
		if err := list.Decode(&p); errors.As(err, &other) {
			continue
		} else if err != nil {
			return
		}
		if p.Type == "user" {
			take(Prompt{p.Session, dir, p.Text, p.At})
		}
	}
}}
