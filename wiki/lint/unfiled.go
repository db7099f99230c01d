package lint

import (
	"fmt"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// unfiled reports the logs with lines that were compiled and stand in no article: what is said of no project, or of
// one with too little for an article. They are read in the log.
func (c *checker) unfiled() []*Finding {
	if c.Levels.Of(Unfiled) == Off {
		return nil
	}
	blocks, texts := sync.OnceValue(c.cited), sync.OnceValue(c.saidOf)
	var out []*Finding
	for _, g := range c.Logs {
		date, err := daily.ParseDate(string(g.Day))
		p := c.Wiki.Page(c.Wiki.Daily().Path(string(g.Day)))
		if g.State != Compiled || err != nil || p == nil || p.Article == nil {
			continue
		}
		n := 0
		for _, e := range daily.Parse(date, nil, p.Bytes()).Entries {
			if e.Unanswered() {
				continue
			}
			for _, b := range e.Bullets {
				if b.Block != "" && !blocks()[wiki.Cite{Date: g.Day, Block: b.Block}] || b.Block == "" && !texts()[string(g.Day)+wikilink.Squeeze(b.Text)] {
					n++
				}
			}
		}
		r := c.reporter(p)
		switch {
		case n == 1:
			r.add(Unfiled, 0, "1 line stands in no article", "nothing to do: it is read here, and search finds it")
		case n > 1:
			r.add(Unfiled, 0, fmt.Sprintf("%d lines stand in no article", n), "nothing to do: they are read here, and search finds them")
		}
		out = append(out, r.found...)
	}
	return out
}

// cited returns the blocks of logs that pages cite.
func (c *checker) cited() map[wiki.Cite]bool {
	out := map[wiki.Cite]bool{}
	for _, p := range c.Wiki.Pages() {
		if citing(p) {
			for _, at := range p.Cites() {
				out[wiki.Cite{Date: at.Date, Block: at.Block}] = true
			}
		}
	}
	return out
}

// saidOf returns the texts of points about logs, for logs without block ids, each with its day before it.
func (c *checker) saidOf() map[string]bool {
	out := map[string]bool{}
	for _, p := range c.Wiki.Pages() {
		for _, section := range wiki.SectionOrder {
			if citing(p) {
				for _, pt := range p.PointsIn(section) {
					for _, at := range pt.Cites {
						out[string(at.Date)+pt.Text] = true
					}
				}
			}
		}
	}
	return out
}

func citing(p *wiki.Page) bool {
	return p.Article != nil && p.Kind != wiki.DayPage && p.Kind != wiki.CodePage
}
