package flush

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/own"
)

// listen checks whether the transcript holds the messages that hooks reported. What it lacks of the last message is
// taken from the hook, unless the capture is patient or holds the message.
func (k *capturing) listen() error {
	lags := false
	for _, p := range k.parts {
		if p.cur == nil {
			continue
		}
		if k.v.Start > 0 {
			p.Dir = p.cur.Dir
		}
		for _, h := range p.cur.Heard {
			if h.Entry == "" && k.silent(p, h.At) {
				continue
			}
			lags = lags || h.Held && h.FindIn(p.turns, nil) == nil
			h.Held = h.Held && k.Hold
			p.Messages = append(p.Messages, h)
		}
	}
	misses, err := k.misses()
	if err != nil {
		return err
	}
	if lags = lags || misses; lags && k.Patient {
		return ErrLagging
	}
	return nil
}

// misses reports whether the last message is neither in the transcript nor in the archive, and if so makes it wait for its row.
func (k *capturing) misses() (bool, error) {
	if len(k.Messages) == 0 {
		return false, nil
	}
	last := k.Messages[len(k.Messages)-1]
	p, id := k.speaker(), reported.ID(last)
	if p == nil || id == "" || p.own || k.silent(p, last.At) {
		return false, nil
	}
	if slices.ContainsFunc(p.Messages, func(h reported.Message) bool { return h.ID == id }) || (reported.Message{ID: id}).FindIn(p.turns, nil) != nil {
		return false, nil
	}
	if held, err := (archive.Archive{Dir: k.Ledger.Dir}).Answered(k.Source.Agent, p.id, id, p.old.Entries); held || err != nil {
		return false, err
	}
	if text := strings.TrimSpace(k.Redact(last.Text)); text != "" {
		p.Messages = append(p.Messages, reported.Message{ID: id, Text: text, At: last.At, Held: k.Hold})
	}
	return true, nil
}

// silent reports whether nothing that a hook reported for a time may be kept, because the settings exclude the folder
// in which it was said or in which the session went on. Where no folder is known, any such setting excludes it.
func (k *capturing) silent(p *part, at time.Time) bool {
	s, dir := k.Follow(project.Place{}), p.Dir
	if k.v.Start > 0 && p.cur != nil {
		s = k.Follow(p.cur.Place)
	}
	bars := func() bool {
		why := s.Next(&transcript.Turn{CWD: dir})
		unknown := dir == "" && s.Root == "" && (k.Hidden != nil || k.Excluded != nil)
		return why != "" || unknown || own.Folder(dir)
	}
	then := bars()
	last := then
	for i := range p.turns {
		dir = cmp.Or(p.turns[i].CWD, dir)
		if last = bars(); !p.turns[i].At.After(at) {
			then = last
		}
	}
	return then || last
}

// speaker returns the part of the session that the hooks named.
func (k *capturing) speaker() *part {
	for _, id := range [...]string{k.Session, k.Source.Stem()} {
		if i := slices.IndexFunc(k.parts, func(p *part) bool { return p.id == id }); i >= 0 {
			return k.parts[i]
		}
	}
	if len(k.parts) == 0 {
		return nil
	}
	return k.parts[len(k.parts)-1]
}

// recall notes which entries cover the messages that wait for their rows.
func (h *result) recall(l *session.Awaited, c *session.Cover) {
	for i := range l.Messages {
		w := &l.Messages[i]
		for _, x := range h.pieces {
			if x.ID == w.ID && x.decision == flushed {
				w.Text, w.Entry = "", cmp.Or(c.Held[x.Entry], h.entryID(x.Entry))
			}
		}
	}
}
