package session

import (
	"slices"

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
	fits := func(role transcript.Role) (fit []*transcript.Turn) { // which are in the file
		for i := range turns {
			t := &turns[i]
			m, known := c.Mark(rowkey.Of(transcript.RowOf(t.ID)))
			if other := known && (m.Session != me || c.Held[m.Entry] != ""); t.Role == role && t.Begin < t.End && !taken[transcript.RowOf(t.ID)] && !other {
				fit = append(fit, t)
			}
		}
		return fit
	}
	arrived := func(a *archive.Turn, t *transcript.Turn) {
		came[a.Rows[0]] = t
		mark(a.Entry, t.RowIDs())
	}
	var asked []reported.Typed
	var prompts []*archive.Turn
	for i := range told {
		if t := &told[i]; reported.IsPrompt(t.Rows[0]) {
			prompts, asked = append(prompts, t), append(asked, t.Typed())
		}
	}
	typed := fits(transcript.Person)
	rows := make([]reported.Typed, len(typed))
	for i, t := range typed {
		rows[i] = reported.Typed{Words: reported.WordsOf(t.Text), At: t.At}
	}
	for i, k := range reported.Pair(asked, rows) {
		if k >= 0 {
			arrived(prompts[i], typed[k])
		}
	}
	said := fits(transcript.Agent)
	for i := range told {
		id := told[i].Rows[0]
		if reported.IsPrompt(id) {
			continue
		}
		at := reported.Best(len(said), func(k int) reported.Likeness { return reported.EndingOf(said[k]).Like(id, said[k].At) })
		if at >= 0 {
			arrived(&told[i], said[at])
			said = slices.Delete(said, at, at+1)
		}
	}
	return marks, nil
}
