package session

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// added stands between the id of a row and the hash of words that a client added to it later.
const added = "+"

// Grown returns parts with what a client added to rows after they were captured, each time as a part behind the row. Only
// the last row of a capture grows, of agents that write rows again. The archive tells what a row was; redact is how it was
// written there.
func (c *Cover) Grown(agent, session string, parts []Part, redact func(string) string) (out []Part) {
	var was map[string][]archive.Turn // by row, with what was added to it
	for _, p := range parts {
		out = append(out, p)
		if !p.Rewritten || p.Entry == 0 || p.Foreign {
			continue
		}
		if was == nil {
			was = c.lastRows(agent, session)
		}
		rest, had := strings.TrimSpace(redact(p.Text)), was[p.ID]
		said := func(t archive.Turn) bool { return strings.HasPrefix(rest, strings.TrimSpace(t.Text)) }
		for i := slices.IndexFunc(had, said); i >= 0; i = slices.IndexFunc(had, said) {
			t := had[i]
			rest, had = strings.TrimSpace(rest[len(strings.TrimSpace(t.Text)):]), slices.Delete(had, i, i+1)
			if t.Rows[0] != p.ID {
				out = append(out, Part{Turn: p.more(t.Rows[0], t.Text), Entry: rowkey.Of(t.Entry)})
			}
		}
		if rest != "" && len(had) == 0 && len(was[p.ID]) > 0 {
			out = append(out, Part{Turn: p.more(p.ID+added+fsutil.Hash([]byte(rest))[:12], rest)})
		}
	}
	return out
}

// more returns the turn of words that were added to p.
func (p *Part) more(id, text string) transcript.Turn {
	t := p.Turn
	t.ID, t.Last, t.Former, t.Parent, t.Text, t.Steps, t.Rows = id, id, "", "", text, nil, nil
	return t
}

// lastRows returns the last turn of each file that the archive has of a session, and what was added to it.
func (c *Cover) lastRows(agent, session string) map[string][]archive.Turn {
	was := map[string][]archive.Turn{}
	_ = c.archive.Each(agent, session, func(_ string, f *archive.File) error { // what cannot be read tells of no addition
		for i, t := range f.Turns {
			id, _, more := strings.Cut(t.Rows[0], added)
			if t.Text != "" && (more || i == len(f.Turns)-1) {
				was[id] = append(was[id], t)
			}
		}
		return nil
	})
	return was
}
