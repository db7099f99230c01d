package agent

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// Two events are answered: a session that begins is shown what is known of its project, and a person's
// prompt, where the vault is set so, what it asks about. What the worker or an earlier hook prepared is
// said at once. The rest is a Question for the whole program.

// A Question is what an agent asks by an event.
type Question struct {
	Kind    queue.Kind // Start or Prompt
	Vault   string     // absolute
	Session string
	Source  string // of a Start: startup, resume, clear, compact, fork
	Dir     string // where the session works
	Prompt  string

	Transcript string // of a Start: where the session is written down, as the agent says
}

// say puts a text before the agent: the only thing that a hook ever prints.
func say(w io.Writer, kind queue.Kind, text string) error {
	event := "SessionStart"
	if kind == queue.Prompt {
		event = "UserPromptSubmit"
	}
	type output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]output{"hookSpecificOutput": {event, text}}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Give puts a choice before the agent, if there is anything in it, and notes what was given. An error
// is of the receipt or of an agent that is gone: nothing else comes of it.
func Give(w io.Writer, dir *fsutil.Dir, q *Question, c prepared.Choice, way receipt.Way, now func() time.Time) error {
	if c.Text == "" {
		return nil
	}
	if err := say(w, q.Kind, c.Text); err != nil {
		return err
	}
	ids := make([]string, 0, len(c.Items))
	for _, it := range c.Items {
		ids = append(ids, it.ID)
	}
	return receipt.Give(dir, receipt.Receipt{At: now(), Way: way, Session: q.Session, IDs: ids})
}

// answer says what is prepared for an event, or has it found out.
func (h *Hook) answer(dir *fsutil.Dir, n queue.Note, prompt string) error {
	q := &Question{Kind: n.Kind, Vault: dir.Path(), Session: n.Session, Source: n.Why, Dir: n.Dir, Prompt: prompt, Transcript: n.Transcript}
	s, ok := readSettings(dir, h.User)
	switch n.Kind {
	case queue.Prompt:
		if h.Getenv("MEMORIA_RECALL") == "" && (!ok || s.Recall == 0) || !Asks(prompt) {
			return nil
		}
		return h.Answer(q)
	case queue.Start:
		if !ok || h.Getenv("MEMORIA_CONTEXT") != "" {
			return h.Answer(q)
		}
		if s.Context == 0 {
			return nil
		}
	default:
		return nil
	}
	place, ok := prepared.Recall(dir, n.Dir, s.Config)
	switch {
	case !ok:
		return h.Answer(q)
	case place.Project == "":
		return nil
	case n.Why == prepared.Compacted: // what it said last may be in no log yet
		return h.Answer(q)
	}
	b, fresh := prepared.Read(dir, place.Project)
	if fresh == prepared.Missing || fresh == prepared.Stale && b.Small {
		return h.Answer(q)
	}
	c := b.Choose(prepared.Ask{Vault: dir.Path(), Session: n.Session, Source: n.Why, Branch: prepared.Branch(place.Head), Max: s.Context,
		Files: Lately(n.Dir, h.Now()), Elsewhere: place.Elsewhere(dir)})
	return Give(h.Stdout, dir, q, c, receipt.Start, h.Now)
}

const (
	leastWords = 3       // of a prompt that could ask for something
	mostPrompt = 8 << 10 // bytes of one that is looked at
)

// Asks reports whether a person's prompt may ask for what is remembered: it is no command, and more
// than a word to go on.
func Asks(prompt string) bool {
	p := strings.TrimSpace(prompt)
	if p == "" || strings.ContainsRune("/!#<", rune(p[0])) {
		return false
	}
	p = p[:min(len(p), mostPrompt)]
	words, wide := 0, 0
	for _, w := range strings.Fields(p) {
		if strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			words++
		}
		for _, r := range w {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Hangul) {
				wide++ // has no spaces between its words
			}
		}
	}
	return words >= leastWords && utf8.RuneCountInString(p) >= 12 || wide >= 6
}
