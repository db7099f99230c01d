package lint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The markers around an entry that memoria wrote to a log.
const (
	entryOpens  = "<!-- memoria:entry "
	entryCloses = "<!-- /memoria:entry"
)

// marks reports conflict marks that git left. The two sides of a log can be merged.
func (c *checker) marks(r *reporter) {
	src := r.page.Bytes()
	if !lines.Marked(src) {
		return
	}
	f := r.add(ConflictMarks, 1+bytes.Count(src[:bytes.Index(src, []byte("<<<<<<< "))], []byte("\n")), "git left the marks of a conflict", "keep what is right, and take the marks out")
	unmark := daily.Unmark
	if r.page.Kind == wiki.ArticlePage {
		unmark = c.Unmark
	} else if r.page.Kind != wiki.DayPage {
		return
	}
	if f != nil && unmark != nil {
		f.Hint = "memoria lint --fix merges the two sides"
		f.mend(0, len(src), string(unmark(src)))
	}
}

// log checks the entries of a day's log that memoria wrote. The rest of a log is a person's.
func (c *checker) log(r *reporter) {
	if r.page.Kind != wiki.DayPage || lines.Marked(r.page.Bytes()) || !bytes.Contains(r.page.Bytes(), []byte(entryOpens)) {
		return
	}
	date, err := daily.ParseDate(r.page.Name)
	if err != nil {
		return
	}
	log := daily.Parse(date, nil, r.page.Bytes())
	end := 0 // the line from which the log of another machine has not arrived yet
	for _, u := range log.Unclosed {
		if end = u.Line; date.Machine() == "" {
			end = 0
			r.add(LogEntry, u.Line, "the entry is not closed, so it is not read",
				"put "+entry.Closer(u.ID)+" below its last line; what a crash cut off is taken away before the next entry is written")
		}
	}
	for _, m := range log.Mixed {
		r.add(Interleaved, m.Line, "the entry ends without its own closing marker, as after a merge as text",
			"look whether its lines are whole, and put "+entry.Closer(m.ID)+" below the last")
	}
	ids, blocks := map[string]bool{}, blockCounts(r.page.Doc().Blocks)
	all := markdown.Split(r.page.Bytes())
	if end > 0 {
		all = all[:end-1]
	}
	body := -1 // the line after the marker of the open entry
	bullets := func(to int) {
		if body < 0 {
			return
		}
		for _, st := range entry.Statements(all[body:to]) {
			if _, listed := entry.Listed(st.Text); listed {
				c.bullet(r, body+st.From+1, st.Text, blocks)
			}
		}
		body = -1
	}
	for n, l := range all {
		line, text := n+1, l.Text
		switch {
		case strings.HasPrefix(text, entryOpens):
			bullets(n)
			body = n + 1
			id := attribute(text, "id")
			if ids[id] {
				r.add(LogEntry, line, fmt.Sprintf("the entry %s stands in the log twice", id), "take one of the two out")
			}
			ids[id] = true
		case strings.HasPrefix(text, entryCloses):
			bullets(n)
		}
	}
	bullets(len(all))
}

// bullet checks the block id of a line, by which articles cite it.
func (c *checker) bullet(r *reporter, line int, text string, blocks map[string]int) {
	i := strings.LastIndex(text, " ^")
	if i < 0 || strings.Trim(text[i+2:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- \t") != "" || text[i+2:] == "" {
		r.add(LogEntry, line, "the line has no block id, so no article can cite it", "")
		return
	}
	if id := strings.TrimSpace(text[i+2:]); blocks[id] > 1 {
		r.add(LogEntry, line, fmt.Sprintf("the block id ^%s stands in the log %d times, so a citation of it may mean another line", id, blocks[id]), "")
	}
}

func blockCounts(blocks []wikilink.Anchor) map[string]int {
	n := map[string]int{}
	for _, b := range blocks {
		n[b.ID]++
	}
	return n
}

// attribute returns a value from the marker of an entry.
func attribute(marker, key string) string {
	for _, f := range strings.Fields(marker) {
		if v, ok := strings.CutPrefix(f, key+"="); ok {
			return v
		}
	}
	return ""
}

// logs reports logs that the articles are not up to date with.
func (c *checker) logs() []*Finding {
	var out []*Finding
	for _, g := range c.Logs {
		r := c.about(c.Wiki.Daily().Path(string(g.Day)), true)
		switch {
		case g.State == Lost:
			f := r.add(MissingLog, 0, fmt.Sprintf("the log was compiled and is gone: %s", prose.Count(g.Entries, "entry")), "what was made of it stays; memoria flush --rebuild SESSION writes entries again")
			if g.Day != g.Day.Day() { // of another machine, it may arrive yet
				r.lower(f, Info)
			}
		case g.State == Due && g.Entries > 0:
			r.add(UncompiledLog, 0, prose.Count(g.Entries, "entry")+" in no article yet", "memoria compile")
		case g.State == Delayed && g.Entries > 0:
			r.lower(r.add(UncompiledLog, 0, prose.Count(g.Entries, "entry")+" in no article yet, the log waits until "+g.Until, "memoria compile --file "+string(g.Day)+" does it now"), Info)
		}
		if g.State != Lost && g.Lost > 0 {
			r.add(MissingLog, 0, prose.Count(g.Lost, "entry")+" that were compiled and are gone from the log", "memoria flush --rebuild SESSION writes entries again")
		}
		out = append(out, r.found...)
	}
	return out
}

// told returns the findings of the caller.
func (c *checker) told() []*Finding {
	var out []*Finding
	for _, p := range c.Proposals {
		r := c.about(p.Path, true)
		r.add(Waiting, p.Line, p.Text, "memoria compile --proposals")
		out = append(out, r.found...)
	}
	for _, n := range c.Notes {
		r := c.about(n.Path, true)
		r.add(n.Check, 0, n.Text, n.Hint)
		out = append(out, r.found...)
	}
	return out
}
