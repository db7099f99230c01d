package transcript

import (
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// A queue follows messages typed while the agent worked. New clients write such a message into an attachment
// row when it reaches the agent. Older ones leave it only in the queue's own rows: enqueued with its text,
// then removed when the agent got it. So a removed message becomes a turn if no other row brings it soon.
type queue struct {
	waiting  []queued // enqueued, not yet taken out
	handed   []handed // removed, and no other row brought them so far
	said     []string // handed messages that became turns
	attaches bool     // the client writes attachment rows
}

// A queued message, and the offset of the line that brought it.
type queued struct {
	text string
	from int64
}

// A handed message becomes a turn once the agent has begun a number of further messages.
type handed struct {
	queued
	row     row
	message string // the agent's last message
	patient int
}

// patience is how many of the agent's messages may begin before the attachment row of a client that writes
// them: the message being streamed, and one more.
const patience = 3

// operation reads a queue-operation row.
func (q *queue) operation(r *Reader, w *row) {
	text := strings.TrimSpace(w.content.String())
	switch w.operation.String() {
	case "enqueue":
		q.waiting = append(q.waiting[max(0, len(q.waiting)-999):], queued{text, r.begin})
	case "dequeue": // a user row follows
		q.takeOut(r, text)
	case "remove":
		out := q.takeOut(r, text)
		text, _ := unwrapped(clean(out.text))
		out.text, w.sender, _ = bridged(text, false)
		q.hand(r, w, out)
	default: // popAll: the person edits it again
		if text == "" {
			q.waiting = nil
		}
		q.takeOut(r, text)
	}
}

// takeOut removes a message from the queue. Old clients do not say which: then it is the first that a person
// can have written, because they remove notifications without a row.
func (q *queue) takeOut(r *Reader, text string) queued {
	at := slices.IndexFunc(q.waiting, func(m queued) bool { return m.text == text })
	if text == "" {
		at = slices.IndexFunc(q.waiting, queued.typed)
		if at < 0 && len(q.waiting) > 0 {
			at = 0
		}
	}
	if at < 0 {
		return queued{text, r.begin}
	}
	m := q.waiting[at]
	q.waiting = slices.Delete(q.waiting, at, at+1)
	return m
}

// typed reports whether a person can have written a message.
func (m queued) typed() bool {
	rest, _ := unwrapped(m.text)
	return rest != ""
}

// oldest returns the offset at which the first message was enqueued that may still become a turn.
func (q *queue) oldest() int64 {
	from := int64(math.MaxInt64)
	for _, m := range q.waiting {
		if m.typed() {
			from = min(from, m.from)
		}
	}
	for _, h := range q.handed {
		from = min(from, h.from)
	}
	return from
}

func (q *queue) hand(r *Reader, w *row, m queued) {
	if !m.typed() || strings.HasPrefix(m.text, "/") {
		return
	}
	h := handed{queued: m, message: r.asm.main.saying, patient: 1}
	if w.hasReason || q.attaches {
		h.patient = patience
	}
	h.row.session, h.row.stamp = slices.Clone(w.session), slices.Clone(w.stamp)
	q.handed = append(q.handed, h)
}

// bring reports whether another row may bring a message; then it must not become a turn on its own.
func (q *queue) bring(words string) bool {
	if i := slices.IndexFunc(q.handed, func(h handed) bool { return h.text == words }); i >= 0 {
		q.handed = slices.Delete(q.handed, i, i+1)
		return true
	}
	if i := slices.Index(q.said, words); i >= 0 {
		q.said = slices.Delete(q.said, i, i+1)
		return false
	}
	return true
}

// answered counts the agent's messages.
func (q *queue) answered(r *Reader, message jsonscan.Literal) {
	for i := 0; i < len(q.handed); {
		h := &q.handed[i]
		if !message.Is(h.message) {
			h.message = message.String()
			h.patient--
		}
		if h.patient > 0 {
			i++
			continue
		}
		q.speak(r, i)
	}
}

// end makes turns of the messages that no row can bring any more.
func (q *queue) end(r *Reader) {
	for i := 0; i < len(q.handed); {
		if q.handed[i].patient > 1 {
			i++ // its attachment row is still to be written
			continue
		}
		q.speak(r, i)
	}
}

func (q *queue) speak(r *Reader, i int) {
	h := q.handed[i]
	q.handed = slices.Delete(q.handed, i, i+1)
	q.said = append(q.said, h.text)
	if t := r.asm.main.open; t != nil {
		h.row.cwd, h.row.branch = jsonscan.Literal(t.CWD), jsonscan.Literal(t.Branch)
	}
	r.person(&h.row, h.text)
}
