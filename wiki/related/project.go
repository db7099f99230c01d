package related

import (
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// Spellings returns the most frequent spelling of each project in the logs, by its key.
func Spellings(logs []*daily.Log) map[string]string {
	return wiki.Spellings(func(yield func(string) bool) {
		for _, l := range logs {
			for i := range l.Entries {
				if e := &l.Entries[i]; !e.Redone && !yield(e.Project) {
					return
				}
			}
		}
	})
}
