// Package dialect reads a transcript in the form of the agent that wrote it, which the file itself shows.
package dialect

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/codex"
	"github.com/agent-admin/memoria/flush/transcript/copilot"
	"github.com/agent-admin/memoria/flush/transcript/cursor"
	"github.com/agent-admin/memoria/flush/transcript/gemini"
	"github.com/agent-admin/memoria/flush/transcript/opencode"
	"github.com/agent-admin/memoria/flush/transcript/pi"
	"github.com/agent-admin/memoria/flush/transcript/qwen"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// How many bytes of a file's beginning show whose it is, and how many say what its rows leave out.
const (
	SignMost = 4 << 10
	HeadMost = 256 << 10
)

// A Reader reads the turns of a transcript. Next returns io.EOF at its end.
type Reader interface {
	Next() (*transcript.Turn, error)
	Stats() transcript.Stats
}

// An other is an agent other than Claude Code. Its transcripts are known by their beginning.
type other struct {
	name string
	is   func(head []byte) bool
	new  func() stream.Dialect
	in   func(io.Reader) io.Reader // nil if its lines are those of the file

	typed func(prompt string) string // what a person typed of a prompt, as a hook gives it; nil for all of it

	whole func(head []byte) bool // whether a transcript that begins so is read from its beginning each time, as where a later line may repeat earlier ones
}

func always([]byte) bool { return true }

var others = []other{
	{name: codex.Name, is: codex.Is, new: func() stream.Dialect { return &codex.Dialect{} }, typed: codex.Typed, whole: codex.Copies},
	{name: copilot.Name, is: copilot.Is, new: func() stream.Dialect { return &copilot.Dialect{} }},
	{name: cursor.Name, is: cursor.Is, new: func() stream.Dialect { return &cursor.Dialect{} }, typed: func(prompt string) string { return cursor.Typed(prompt) }, whole: always},
	{name: gemini.Name, is: gemini.Is, new: func() stream.Dialect { return &gemini.Dialect{} }, typed: func(prompt string) string { return gemini.Typed(prompt) }, in: gemini.Lines, whole: always},
	{name: qwen.Name, is: qwen.Is, new: func() stream.Dialect { return &qwen.Dialect{} }, typed: func(prompt string) string { return qwen.Typed(prompt) }},
	{name: opencode.Name, is: opencode.Is, new: func() stream.Dialect { return &opencode.Dialect{} }, typed: opencode.Typed, in: opencode.Lines, whole: always},
	{name: pi.Name, is: pi.Is, new: func() stream.Dialect { return &pi.Dialect{} }, typed: pi.Typed},
}

// Of returns the agent that wrote a file which begins with head; "" if it does not show that, as the rows do not that only
// look like those of Claude Code.
func Of(head []byte) string {
	head = bytes.TrimLeft(head, "\ufeff\x00 \t\r\n")
	for _, o := range others {
		if o.is(head) {
			return o.name
		}
	}
	if transcript.Is(head) {
		return transcript.Claude
	}
	return ""
}

// OfFile returns the agent that wrote a file which begins with head, as [Of] does. Where the first line is damaged it is named,
// the agent that the place of the file or a hook tells, if that is another one than Claude Code.
func OfFile(head []byte, named string) string {
	line, _, whole := bytes.Cut(head, []byte("\n"))
	if agent := Of(head); agent != "" || !whole || json.Valid(bytes.TrimPrefix(line, []byte("\ufeff"))) || !NeedsHead(named) {
		return agent
	}
	return named
}

// OfSource returns the agent that wrote a transcript: see [OfFile].
func OfSource(src transcript.Source) string {
	f, err := src.Open()
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, SignMost)
	n, _ := io.ReadFull(f, head)
	return OfFile(head[:n], src.Agent)
}

// NeedsHead reports whether the rows of an agent's transcripts leave out what the first one says.
func NeedsHead(agent string) bool {
	return slices.ContainsFunc(others, func(o other) bool { return o.name == agent })
}

// Whole reports whether an agent's transcript that begins with head has to be read from its beginning each time.
func Whole(agent string, head []byte) bool {
	return slices.ContainsFunc(others, func(o other) bool { return o.name == agent && o.whole != nil && o.whole(head) })
}

// New returns what reads an agent's transcript in r.
func New(agent string, r io.Reader) Reader {
	for _, o := range others {
		if o.name == agent {
			if o.in != nil {
				r = o.in(r)
			}
			x := stream.New(r, o.new())
			x.Agent = agent
			return x
		}
	}
	return transcript.NewReader(r)
}

// Typed returns what a person typed of a prompt that a hook of an agent brought.
func Typed(agent, prompt string) string {
	typed := transcript.Typed
	for _, o := range others {
		if o.name == agent {
			typed = o.typed
		}
	}
	if typed != nil {
		prompt = typed(prompt)
	}
	return strings.TrimSpace(prompt)
}

// Place tells a reader what the file of a transcript says where its rows do not.
func Place(r Reader, src transcript.Source) {
	x, ok := r.(*stream.Reader)
	if !ok {
		return
	}
	if x.CWD == "" {
		x.CWD = src.Dir
	}
	if x.Session == "" {
		x.Session = src.Stem()
	}
}

// Continue returns what reads the rest of a transcript that begins with head, and in which the last words before the rest
// were said in dir, "" if it is not known. attaches is the value in the [transcript.Stats]
// of what read it before.
func Continue(agent string, r io.Reader, head []byte, dir string, attaches bool) Reader {
	rest := New(agent, r)
	switch x := rest.(type) {
	case *stream.Reader:
		x.Continue(head, dir)
	case *transcript.Reader:
		x.Continue(attaches)
	}
	return rest
}
