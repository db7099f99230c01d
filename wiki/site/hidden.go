package site

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// shownLogs are the logs of days that are shown. What a hidden one says is told nowhere: not in lists, nor as a
// source.
func shownLogs(w *wiki.Wiki, logs []*daily.Log) []*daily.Log {
	return slices.DeleteFunc(slices.Clone(logs), func(l *daily.Log) bool {
		p := w.Page("daily/" + l.Date.String() + ".md")
		return p == nil || p.Article == nil || p.Linked() || hidden(p)
	})
}
