package capture

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
	heard "github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// unheard leaves to a job the messages and prompts that the archive does not have as turns of its session, with those that waited
// for their rows.
func (w *Worker) unheard(j *queue.Job) error {
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil || len(j.Messages)+len(j.Prompts)+len(r.Asked) == 0 {
		return err
	}
	j.Dir = cmp.Or(j.Dir, r.AskedIn)
	prompts := make([]queue.Message, 0, len(r.Asked)+len(j.Prompts))
	for _, m := range append(r.Asked, j.Prompts...) {
		if m = typed(j.Agent, m); m.Text != "" {
			prompts = append(prompts, m)
		}
	}
	sorting.Stable(prompts, func(a, b queue.Message) int { return a.At.Compare(b.At) })
	prompts = slices.CompactFunc(prompts, func(a, b queue.Message) bool { return heard.PromptID(a) == heard.PromptID(b) })
	kept := map[string]bool{}
	var turns []archive.Turn
	var said []heard.Said
	err = archive.Archive{Dir: w.Vault.Dir}.Each(j.Agent, j.Session, func(_ string, f *archive.File) error {
		for _, t := range f.Turns {
			kept[t.Rows[0]] = true
			switch {
			case t.Role != archive.Person:
				said = append(said, t.Said())
			case !heard.IsPrompt(t.Rows[0]): // else it is the one that a hook told
				turns = append(turns, t)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.Messages = slices.DeleteFunc(j.Messages, func(m queue.Message) bool { return slices.ContainsFunc(said, heard.Of(m, false).Is) })
	prompts = slices.DeleteFunc(prompts, func(m queue.Message) bool { return kept[heard.PromptID(m)] })
	told := r.Told
	j.Prompts = without(prompts, turns, &r)
	if r.Told.Equal(told) {
		return nil
	}
	return l.Put(r)
}

// without returns the prompts that are none of the turns, which are a person's, and notes in r how far both go together: what is
// told later is no earlier turn.
func without(prompts []queue.Message, turns []archive.Turn, r *ledger.Record) (left []queue.Message) {
	sorting.Stable(turns, func(a, b archive.Turn) int { return a.At.Compare(b.At) })
	rows := make([]heard.Said, len(turns))
	for i := range turns {
		rows[i] = turns[i].Said()
	}
	behind := 1 + slices.IndexFunc(turns, func(t archive.Turn) bool { return slices.Contains(t.Rows, r.ToldRow) })
	old := 0
	for old < len(prompts) && !prompts[old].At.After(r.Told) {
		old++
	}
	pair := func(prompts []queue.Message, from, to int) {
		told := make([]heard.Said, len(prompts))
		for i, m := range prompts {
			told[i] = heard.Of(m, true)
		}
		for i, at := range heard.Pair(told, rows[from:to]) {
			switch {
			case at < 0:
				left = append(left, prompts[i])
			case prompts[i].At.After(r.Told):
				r.Told, r.ToldRow = prompts[i].At, turns[from+at].Rows[0]
			}
		}
	}
	pair(prompts[:old], 0, behind)
	pair(prompts[old:], behind, len(rows))
	return left
}

const (
	mostAsked = 64             // prompts of a session that wait for their rows
	waitLimit = 24 * time.Hour // then a transcript that is there tells what was said
)

// wait has the prompts of a job wait for the next look at its session, in its record. The transcript is there: it may still be
// written, or deleted.
func (w *Worker) wait(j *queue.Job) error {
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil || len(j.Prompts)+len(r.Asked) == 0 {
		return err
	}
	if r.Session == "" { // nothing was said in the transcript yet
		r = ledger.Record{Agent: j.Agent, Session: j.Session, Project: w.projectOf(j.Dir), First: j.First, Last: j.Last, State: ledger.Pending}
	}
	late := func(m queue.Message) bool { return w.Vault.Now().Sub(m.At) > waitLimit }
	r.Asked, r.AskedIn = slices.DeleteFunc(j.Prompts[max(0, len(j.Prompts)-mostAsked):], late), j.Dir
	if err := l.Put(r); err != nil || len(r.Asked) == 0 {
		return err
	}
	return w.await(r)
}

// typed returns what a person typed of a prompt, as the reader of the agent's transcripts takes it. Where that is less, and words
// are withheld from it, it is not known what it was.
func typed(agent string, m queue.Message) queue.Message {
	text := dialect.Typed(agent, m.Text)
	if was := queue.Mark(m.Text); queue.Mark(text) != was {
		if m.Mark = ""; !strings.Contains(text, cautious.Withheld) {
			m.Mark = queue.Mark(text)
		}
	}
	m.Text = text
	return m
}

// lookAgain queues a session of which prompts wait for their rows.
func (w *Worker) lookAgain(r ledger.Record) error {
	n := queue.Note{Kind: queue.Scan, Agent: r.Agent, Session: r.Session, Dir: r.AskedIn, At: w.Vault.Now()}
	if i := slices.IndexFunc(r.Files, func(f ledger.File) bool { return f.Path != "" }); i >= 0 {
		n.Transcript = r.Files[i].Path
	}
	return w.Queue.Put(n)
}
