package reading

import (
	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/fsutil/pack"
)

func encode(e *Entry) string {
	w := &pack.Writer{}
	encodeMentions(w, e.Named)
	w.Len(len(e.Lines))
	for i := range e.Lines {
		l := &e.Lines[i]
		w.String(l.Plain)
		encodeMentions(w, l.Mentions)
		w.Uint(bits(l.Alone, l.Lasts, l.Rules, l.ToDo, l.Goal, l.Chosen))
		w.Len(l.Intro)
		w.String(l.Quote)
	}
	return w.Part()
}

func encodeMentions(w *pack.Writer, list []mention.Mention) {
	w.Len(len(list))
	for i := range list {
		m := &list[i]
		w.String(m.Key)
		w.String(m.Form)
		w.Uint(uint64(m.Class)<<5 | bits(m.Labelled, m.Aside, m.Lead, m.Head, m.Called))
		w.Len(m.At)
		w.Int(int64(m.Over))
	}
}

func bits(of ...bool) (n uint64) {
	for i, is := range of {
		if is {
			n |= 1 << i
		}
	}
	return n
}

// decode reads what encode wrote. It is not ok if that is damaged.
func decode(part string) (e Entry, ok bool) {
	r := pack.Part(part)
	e.Named = decodeMentions(r)
	e.Lines = make([]Line, r.Len())
	for i := range e.Lines {
		l := &e.Lines[i]
		l.Plain = r.String()
		l.Mentions = decodeMentions(r)
		n := r.Uint()
		l.Alone, l.Lasts, l.Rules, l.ToDo, l.Goal, l.Chosen = n&1 > 0, n&2 > 0, n&4 > 0, n&8 > 0, n&16 > 0, n&32 > 0
		l.Intro, l.Quote = int(r.Uint()), r.String()
	}
	return e, r.Done()
}

func decodeMentions(r *pack.Reader) []mention.Mention {
	list := make([]mention.Mention, r.Len())
	for i := range list {
		m := &list[i]
		m.Key, m.Form = r.String(), r.String()
		n := r.Uint()
		m.Class = mention.Class(n >> 5)
		m.Labelled, m.Aside, m.Lead, m.Head, m.Called = n&1 > 0, n&2 > 0, n&4 > 0, n&8 > 0, n&16 > 0
		m.At, m.Over = int(r.Uint()), int(r.Int())
	}
	return list
}
