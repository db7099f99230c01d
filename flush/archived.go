package flush

import (
	"github.com/agent-admin/memoria/daily"
)

// archivedOf is p, which has been redacted, as the archive holds it.
func (f *Flusher) archivedOf(p *piece, entry string) archivedTurn {
	t := &p.Turn
	out := archivedTurn{
		ending: p.ending, Rows: t.RowIDs(), Entry: entry, Role: roleNames[t.Role], At: t.At, Text: t.Text, Question: t.Question, Rejected: t.Rejected,
		CWD: f.clean(t.CWD), Branch: f.clean(t.Branch),
	}
	if !t.Started.Equal(t.At) {
		out.Started = t.Started
	}
	for _, s := range t.Steps {
		out.Steps = append(out.Steps, archivedStep{s.Tool, s.Target, s.File, s.Edit, s.Failed, s.Error})
	}
	return out
}

func archivedEntryOf(e daily.Entry) archivedEntry {
	out := archivedEntry{
		ID: e.ID, Project: e.Project, Branch: e.Branch, At: e.At, Started: e.Started, From: e.From, To: e.To, By: e.By, Redoes: e.Redoes,
		Title: e.Title, Context: e.Context,
	}
	for _, b := range e.Bullets {
		out.Bullets = append(out.Bullets, archivedBullet{b.Kind, b.Text, b.Done})
	}
	return out
}

// entry is e as it was appended.
func (e archivedEntry) entry(agent, session string) daily.Entry {
	out := daily.Entry{
		ID: e.ID, Agent: agent, Session: session, Project: e.Project, Branch: e.Branch, At: e.At, Started: e.Started,
		From: e.From, To: e.To, By: e.By, Redoes: e.Redoes, Summary: daily.Summary{Title: e.Title, Context: e.Context},
	}
	for _, b := range e.Bullets {
		out.Bullets = append(out.Bullets, daily.Bullet{Kind: b.Kind, Text: b.Text, Done: b.Done})
	}
	return out
}
