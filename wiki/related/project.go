package related

import (
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// Spellings returns the most frequent spelling of each project in the logs, by its key.
func Spellings(logs []*daily.Log) map[string]string {
	var names []string
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; !e.Redone {
				names = append(names, e.Project)
			}
		}
	}
	return wiki.Spellings(names, func(name *string) string { return *name })
}
