package near

import (
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// Spellings tell how each project is written, by its key: as in most entries, of equals as in the first by the alphabet.
func Spellings(logs []*daily.Log) map[string]string {
	times := map[string]map[string]int{}
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			k := wiki.ProjectKey(e.Project)
			if e.Project == "" || e.Redone {
				continue
			}
			if times[k] == nil {
				times[k] = map[string]int{}
			}
			times[k][e.Project]++
		}
	}
	out := make(map[string]string, len(times))
	for k, ways := range times {
		out[k] = most(ways)
	}
	return out
}
