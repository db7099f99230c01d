package transcript

import "strings"

// A queue follows messages typed while the agent worked. New clients write such a message into
// an attachment row when it reaches the agent. Older ones leave it only in the queue's own
// rows: enqueued with its text, then removed without a word when it was handed over. A removed
// message is taken for words when no other row brings it before the agent's next message.
type queue struct {
	waiting  []string // enqueued, not yet taken out
	absorbed []absorbed
	attached bool // the client writes attachment rows
}

type absorbed struct {
	text    string
	row     row
	message string
}

// operation reads a queue-operation row.
func (q *queue) operation(r *Reader, w *row) {
	r.skip(SkipState)
	text := strings.TrimSpace(w.content.String())
	switch w.operation.String() {
	case "enqueue":
		q.waiting = append(q.waiting, text)
	case "remove":
		if text == "" && len(q.waiting) > 0 {
			text = q.waiting[0]
		}
		q.drop(text)
		text = clean(text)
		if w.hasReason || q.attached || text == "" || strings.HasPrefix(text, "/") || wrapper(text) != "" {
			return
		}
		keep := row{session: append(lit(nil), w.session...), stamp: append(lit(nil), w.stamp...)}
		q.absorbed = append(q.absorbed, absorbed{text: text, row: keep, message: r.asm.main.message})
	case "dequeue":
		if text == "" && len(q.waiting) > 0 {
			text = q.waiting[0]
		}
		q.drop(text)
	default: // popAll: taken back to be edited
		q.waiting = nil
	}
}

func (q *queue) drop(text string) {
	for i, t := range q.waiting {
		if t == text {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			return
		}
	}
}

// said forgets an absorbed message that another row brought.
func (q *queue) said(words string) {
	for i := range q.absorbed {
		if q.absorbed[i].text == words {
			q.absorbed = append(q.absorbed[:i], q.absorbed[i+1:]...)
			return
		}
	}
}

// answered lets absorbed messages speak before the agent's next message.
func (q *queue) answered(r *Reader, message lit) {
	if len(q.absorbed) > 0 && !message.is(q.absorbed[0].message) {
		q.flush(r)
	}
}

func (q *queue) flush(r *Reader) {
	all := q.absorbed
	q.absorbed = nil
	for i := range all {
		w := &all[i].row
		if t := r.asm.main.turn; t != nil {
			w.cwd, w.branch = lit(t.CWD), lit(t.Branch)
		}
		r.person(w, all[i].text)
	}
}

// attachment reads an attachment row: a message typed while the agent worked, or what the
// client showed the agent by itself.
func (r *Reader) attachment(w *row) {
	r.queue.attached = true
	var kind, mode, origin lit
	var human, meta, marked bool
	var prompt []byte
	c := cursor{b: w.attachment}
	for o := c.object(); o.next(); {
		switch string(o.key) {
		case "type":
			kind = c.text()
		case "commandMode":
			mode = c.text()
		case "origin":
			origin, marked = originKind(&c), true
		case "humanTurn":
			human, marked = c.truthy(), true
		case "isMeta":
			meta = c.truthy()
		case "prompt":
			prompt = c.raw()
		default:
			c.skip()
		}
	}
	switch k := kind.String(); {
	case !attachmentKinds[k]:
		count(&r.stats.Unknown, head("attachment/"+k, 80))
		return
	case strings.HasPrefix(k, "hook_"):
		r.skip(SkipHook)
		return
	case k != "queued_command":
		r.skip(SkipMeta)
		return
	}
	text := clean(promptText(prompt))
	why := wrapper(text)
	switch {
	case len(mode) > 0 && !mode.is("prompt"), marked && !human && !origin.is("human"), meta, why != "":
		r.skip(SkipNotice)
	case text == "":
		r.skip(SkipEmpty)
	case r.fresh(w, text):
		r.person(w, text)
	}
}

// promptText is the text of a prompt, a string or a list of blocks.
func promptText(prompt []byte) string {
	c := cursor{b: prompt}
	if c.peek() == '"' {
		return c.text().String()
	}
	return joinBlocks(parseBlocks(&c, nil))
}
