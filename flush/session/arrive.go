package session

import (
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// Arrive finds the turns of a session that were captured while hooks alone told of them, and has the entries of those cover their
// rows. It adds their turns in the file to came, by the ids under which the archive has them. This is the one place that says which row a kept
// prompt is.
func (c *Cover) Arrive(agent, session string, turns []transcript.Turn, starts []archive.Start, came archive.Came) (marks []rowkey.Mark, err error) {
	me := rowkey.OfSession(agent, session)
	var told []archive.Turn
	taken := map[string]bool{}
	mark := func(entry string, rows []string) {
		for _, r := range rows {
			if _, ok := c.Mark(rowkey.Of(r)); !ok && entry != "" && c.Held[rowkey.Of(entry)] != "" {
				m := rowkey.Mark{Row: rowkey.Of(r), Session: me, Entry: rowkey.Of(entry)}
				c.Add(m)
				marks = append(marks, m)
			}
		}
	}
	err = c.archive.Told(agent, session, starts, func(_ string, t *archive.Turn) {
		if c.alone == nil {
			c.alone = map[string]bool{}
		}
		c.alone[t.Entry] = true
		if len(t.Rows) == 1 {
			told = append(told, *t)
			return
		}
		mark(t.Entry, t.Rows[1:]) // after a crash in between
		for _, r := range t.Rows[1:] {
			taken[r] = true
		}
	})
	if err != nil || len(told) == 0 {
		return marks, err
	}
	sorting.Stable(told, func(a, b archive.Turn) int { return a.At.Compare(b.At) })
	for _, role := range [...]transcript.Role{transcript.Person, transcript.Agent} {
		var alone []*archive.Turn
		var fit []*transcript.Turn // which are in the file
		var have, rows []reported.Said
		for i := range told {
			if t := &told[i]; reported.IsPrompt(t.Rows[0]) == (role == transcript.Person) {
				alone, have = append(alone, t), append(have, t.Said())
			}
		}
		for i := range turns {
			t := &turns[i]
			m, known := c.Mark(rowkey.Of(transcript.RowOf(t.ID)))
			if other := known && (m.Session != me || c.Held[m.Entry] != ""); t.Role == role && t.Begin < t.End && !taken[transcript.RowOf(t.ID)] && !other {
				fit, rows = append(fit, t), append(rows, reported.Read(t))
			}
		}
		for i, k := range reported.Pair(have, rows) {
			if k >= 0 {
				came[alone[i].Rows[0]] = fit[k]
				mark(alone[i].Entry, fit[k].RowIDs())
			}
		}
	}
	return marks, nil
}
