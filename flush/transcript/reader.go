package transcript

import (
	"bytes"
	"hash/maphash"
	"io"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonl"
	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
)

// A Reader turns a Claude Code transcript into turns.
type Reader struct {
	lines *jsonl.Lines
	asm   assembler
	stats Stats
	row   row
	cur   jsonscan.Scanner
	seed  maphash.Seed
	seen  map[uint64]struct{} // rows with words, by uuid and by time and text; tool calls, by id
	plans map[string]string   // plans that the agent proposed and nobody decided on, by the call's id
	queue queue
	names intern
	begin int64 // where the line being read begins
	begun bool  // a person spoke
	err   error
}

// NewReader reads the transcript in r, which may begin at any line of a file.
func NewReader(r io.Reader) *Reader {
	return &Reader{lines: jsonl.New(r), seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}, plans: map[string]string{}}
}

// Continue says that the input of a new Reader is the rest of a transcript whose beginning another one has
// read; attaches is the value in that one's [Stats].
func (r *Reader) Continue(attaches bool) {
	r.begun, r.queue.attaches = true, attaches
}

// Next returns the next turn, in the order turns began. A turn is returned when it is complete: when the
// other side speaks, or the same side in another message, and the results of its calls are in. At the end of
// the input it returns io.EOF. An error of the input is returned, wrapped, after the turns before it.
func (r *Reader) Next() (*Turn, error) {
	for {
		if t := r.asm.next(r.err != nil); t != nil {
			r.stats.Gives(t)
			return t, nil
		}
		if r.err != nil {
			return nil, r.err
		}
		r.begin = r.lines.Place()
		line, whole, err := r.lines.Next()
		if err != nil {
			r.queue.end(r)
			r.err = r.lines.Failure(err)
			continue
		}
		r.line(line, whole)
	}
}

// Stats reports what was read up to the last call of Next.
func (r *Reader) Stats() Stats {
	s := r.stats.At(r.lines)
	s.Resume, s.Attaches = min(s.Resume, r.queue.oldest()), r.queue.attaches
	return s
}

// line reads one line. whole is false for a last line without its end.
func (r *Reader) line(b []byte, whole bool) {
	if b = jsonl.Trim(b); len(b) == 0 {
		return
	}
	if bytes.HasPrefix(b, []byte("//")) {
		r.stats.Comments++
		return
	}
	r.cur.Reset(b)
	if b[0] != '{' {
		r.other(whole)
		return
	}
	r.row.parse(&r.cur)
	if !r.cur.Bad && r.cur.Peek() == 0 && r.cur.Pos == len(b) {
		r.take()
		return
	}
	r.salvage(b, whole)
}

// salvage reads the rows on a line that is not one JSON value.
func (r *Reader) salvage(b []byte, whole bool) {
	if jsonl.Rows(b, whole, r.found) {
		r.stats.Tears(r.begin)
	}
}

// found reads an object on such a line if it is a row.
func (r *Reader) found(b []byte, part bool) bool {
	r.cur.Reset(b)
	r.row.parse(&r.cur)
	if r.cur.Bad || len(r.row.kind) == 0 || part && !r.row.isRow() {
		return false
	}
	r.take()
	return true
}

// other counts a line whose JSON is not an object.
func (r *Reader) other(whole bool) {
	kind := "string"
	switch ch := r.cur.Peek(); {
	case ch == '[':
		kind = "array"
	case ch != '"':
		kind = "value"
	}
	if r.cur.Skip(); !r.cur.Bad && r.cur.Peek() == 0 {
		r.stats.Rows++
		r.stats.Odd("(" + kind + ")")
		return
	}
	r.salvage(r.cur.Data, whole)
}

// take reads the row.
func (r *Reader) take() {
	r.stats.Rows++
	w := &r.row
	if w.sidechain {
		r.stats.Sidechain++
	}
	if r.stats.Session == "" && len(w.session) > 0 {
		r.stats.Session = w.session.String()
	}
	switch kind := w.kind.Plain(); string(kind) {
	case "user", "assistant":
		if len(w.uuid) == 0 && len(w.words) == 0 && len(w.blocks) == 0 { // another program's
			r.stats.Odd(string(kind) + " without a message")
			return
		}
	}
	switch kind := w.kind.Plain(); string(kind) {
	case "user":
		r.user(w)
	case "assistant":
		r.assistant(w)
	case "attachment":
		r.attachment(w)
	case "queue-operation":
		r.stats.Skip(SkipState)
		r.queue.operation(r, w)
	case "summary", "ai-title", "custom-title":
		r.title(Title{string(kind), Tidy(w.title.String()), w.leaf.String(), w.session.String()})
		r.stats.Skip(SkipState)
	case "system":
		if !systemKinds()[w.subtype.String()] {
			r.stats.Odd("system/" + w.subtype.String())
			return
		}
		r.stats.Skip(SkipState)
	default:
		if stateKinds()[string(kind)] {
			r.stats.Skip(SkipState)
			return
		}
		r.stats.Odd(w.kind.String())
	}
}

// title keeps a title, once: clients write it again and again.
func (r *Reader) title(t Title) {
	all := r.stats.Titles
	if t.Text != "" && !slices.Contains(all[max(0, len(all)-16):], t) {
		r.stats.Titles = append(all, t)
	}
}

// fresh reports whether the file did not have the words before: under the same uuid, or at the
// same time. A resumed session's copy of a message has another uuid, and may lack its images,
// which get rows of their own.
func (r *Reader) fresh(w *row, role Role, text string) bool {
	text = strings.TrimSpace(strings.ReplaceAll(text, imagePlaceholder, ""))
	ok := len(w.uuid) == 0 || r.mark("u", w.uuid, "")
	if len(w.stamp) > 0 && !r.mark("t"+string('0'+rune(role)), w.stamp, text) {
		ok = false
	}
	if !ok {
		r.stats.Repeated++
	}
	return ok
}

// mark reports whether it is called with this kind, key and text for the first time.
func (r *Reader) mark(kind string, key jsonscan.Literal, text string) bool {
	var h maphash.Hash
	h.SetSeed(r.seed)
	h.WriteString(kind)
	h.Write(key.Plain())
	h.WriteByte(0)
	h.WriteString(text)
	sum := h.Sum64()
	if _, ok := r.seen[sum]; ok {
		return false
	}
	r.seen[sum] = struct{}{}
	return true
}

// user reads a row on the person's side: their words, or results of tools.
func (r *Reader) user(w *row) {
	if w.hasResults() {
		r.stats.Skip(SkipResult)
		r.results(w)
		return
	}
	words, why := said(w)
	switch {
	case words == "":
		r.stats.Skip(why)
	case r.fresh(w, Person, words):
		r.queue.bring(words)
		r.person(w, words)
	default:
		return
	}
	at := w.stamp
	if len(at) == 0 {
		at = w.uuid
	}
	if command := slash(w); command != "" && r.mark("/", at, command) {
		r.asm.step(w.sidechain, Step{Tool: Slash, Target: command})
	}
}

// person begins a person's turn.
func (r *Reader) person(w *row, words string) {
	if !w.sidechain && !r.begun {
		r.begun = true
		r.stats.Opens(words)
	}
	r.asm.says(w.sidechain, nil)
	t := r.turn(w, Person, words)
	t.Parent, t.Sender = w.parent.String(), w.sender
	r.asm.begin(t, "")
}

// turn makes a turn of one row's words.
func (r *Reader) turn(w *row, role Role, text string) *Turn {
	at := parseTime(w.stamp)
	id := w.uuid.String()
	if id == "" {
		id = IDOf(w.session.String(), w.stamp.String(), text)
	}
	return &Turn{ID: id, Last: id, Session: r.names.of(w.session), Role: role, Text: text, At: at, Started: at,
		CWD: r.names.of(w.cwd), Branch: r.names.of(w.branch), Subagent: w.sidechain,
		Begin: r.begin, End: r.lines.Place()}
}

// assistant reads a row of the agent: its words, its tool calls, or its thinking.
func (r *Reader) assistant(w *row) {
	switch {
	case w.apiError || w.model.Is("<synthetic>"):
		r.stats.Skip(SkipError)
		return
	case w.virtual || w.recap:
		r.stats.Skip(SkipMeta)
		return
	case w.writesRecap():
		r.stats.Skip(SkipRecap)
		return
	}
	r.queue.answered(r, w.message)
	r.asm.says(w.sidechain, w.message)
	if text := agentText(w); text != "" {
		if !r.fresh(w, Agent, text) {
			return
		}
		r.agent(w, text)
	} else {
		r.stats.Skip(SkipTool)
	}
	for i := range w.blocks {
		if b := &w.blocks[i]; b.kind.Is("tool_use") {
			if s, plan := step(b); s.ID == "" || r.mark("s", b.id, "") {
				r.asm.step(w.sidechain, s)
				if plan != "" && len(r.plans) < 16 {
					r.plans[s.ID] = plan
				}
			}
		}
	}
}

func agentText(w *row) string {
	if w.hasWords {
		return Tidy(w.words.String())
	}
	var out []string
	for i := range w.blocks {
		if b := &w.blocks[i]; b.kind.Is("text") {
			if t := Tidy(b.text.String()); t != "" && t != "(no content)" {
				out = append(out, t)
			}
		}
	}
	return strings.Join(out, "\n\n")
}

// agent adds words to the agent's open turn when they belong to the same message, else it
// begins a turn.
func (r *Reader) agent(w *row, text string) {
	tr := r.asm.track(w.sidechain)
	if open := tr.open; open != nil && open.Role == Agent && tr.message != "" && w.message.Is(tr.message) {
		r.asm.grow(open.Turn, r.turn(w, Agent, text))
		return
	}
	r.asm.begin(r.turn(w, Agent, text), w.message.String())
}
