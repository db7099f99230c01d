package compiler

import (
	"github.com/agent-admin/memoria/daily"
)

// Compiled returns what tells of an entry of a log whether a run has seen it: then what no article says
// of it was left out, or taken out by a person. A damaged state knows none.
func (c *Compiler) Compiled() (func(day daily.Date, entry string) bool, error) {
	s, _, _, err := peek[state](c.Vault, stateName)
	if err != nil {
		return nil, err
	}
	return func(day daily.Date, entry string) bool {
		_, ok := s.Days[day].Entries[entry]
		return ok
	}, nil
}
