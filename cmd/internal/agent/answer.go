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
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// Two events get an answer. A session that begins is shown what is known of its project. A prompt is shown what the
// vault knows about it, if the settings say so. The hook prints at once what the worker or an earlier hook prepared;
// the rest it hands to memoria as a Question.

// A Question is what memoria needs to answer an event.
type Question struct {
	Kind    queue.Kind // Start or Prompt
	Agent   string
	Vault   string // absolute
	Session string
	Source  string // of a Start: startup, resume, clear, compact, fork
	Dir     string // where the session works
	Prompt  string

	Transcript string // of a Start: where the session is written down, as the agent says
}

// say prints a text for an agent as JSON, in the form that it takes. A hook prints nothing else.
func say(w io.Writer, agent string, kind queue.Kind, text string) error {
	form := clients[agent].form
	if form == nil {
		form = usual
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(form(kind, text)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Give prints a choice for the agent, if it is not empty, and records a receipt of what was given. An error means
// that the receipt could not be written or that the agent is gone; callers only log it.
func Give(w io.Writer, dir *fsutil.Dir, q *Question, c prepared.Choice, way receipt.Way, now func() time.Time) error {
	notice := ""
	if q.Kind == queue.Start {
		b, _ := dir.ReadFile(layout.SyncNotice) // missing as a rule
		notice = string(b)
	}
	if c.Text == "" && notice == "" {
		return nil
	}
	if err := say(w, q.Agent, q.Kind, notice+c.Text); err != nil {
		return err
	}
	if notice != "" {
		dir.Remove(layout.SyncNotice) // else it is told again
	}
	if c.Text == "" {
		return nil
	}
	ids := make([]string, 0, len(c.Items))
	for _, it := range c.Items {
		ids = append(ids, it.ID)
	}
	return receipt.Give(dir, receipt.Receipt{At: now(), Way: way, Session: q.Session, IDs: ids})
}

// answer prints what is prepared for an event, or calls h.Answer.
func (h *Hook) answer(dir *fsutil.Dir, n queue.Note, prompt string) error {
	q := &Question{Kind: n.Kind, Agent: n.Agent, Vault: dir.Path(), Session: n.Session, Source: n.Why, Dir: n.Dir, Prompt: prompt, Transcript: n.Transcript}
	s, ok := h.settings(dir)
	c := clients[n.Agent]
	if c.late && n.Kind != queue.Prompt || c.deaf && n.Kind == queue.Prompt {
		return nil
	}
	if c.late && first(dir, n.Session) {
		n.Kind, q.Kind = queue.Start, queue.Start
	}
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
	choice := b.Choose(prepared.Ask{Vault: dir.Path(), Session: n.Session, Source: n.Why, Branch: prepared.Branch(place.Head), Max: s.Context,
		Files: Lately(n.Dir, h.Now()), Elsewhere: place.Elsewhere(dir, q.Agent)})
	return Give(h.Stdout, dir, q, choice, receipt.Start, h.Now)
}

// first reports whether a session was told nothing yet.
func first(dir *fsutil.Dir, session string) bool {
	given, err := receipt.GivenTo(dir, session)
	return err == nil && len(given) == 0 && session != ""
}

const (
	leastWords = 3       // of a prompt that could ask for something
	mostPrompt = 8 << 10 // bytes of one that is looked at
)

// Asks reports whether a prompt may ask about something in the vault: it is not a command and has enough words.
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
