package session

import "github.com/agent-admin/memoria/daily"

// Appended counts what was appended to the day logs.
type Appended struct {
	Entries int
	Bullets int // in them
	Days    map[daily.Date]int
}

// Add adds what another run appended.
func (a *Appended) Add(o Appended) {
	a.Entries, a.Bullets = a.Entries+o.Entries, a.Bullets+o.Bullets
	for d, n := range o.Days {
		if a.Days == nil {
			a.Days = map[daily.Date]int{}
		}
		a.Days[d] += n
	}
}
