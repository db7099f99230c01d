package ledger

// Counts says what became of everything that was seen, in one unit (sessions or turns). Seen = Flushed +
// Pending + Dead + the skipped ones. Captured is what was read completely and either flushed or skipped on
// purpose, so Captured + Pending + Dead = Seen.
type Counts struct {
	Seen     int `json:"seen"`
	Captured int `json:"captured"`
	Flushed  int `json:"flushed"`
	Pending  int `json:"pending"`
	Dead     int `json:"dead"`
}

// A Skip is a session without an entry, and why.
type Skip struct {
	Session string `json:"session"`
	Reason  string `json:"reason"`
}

// Account adds up what the ledger holds.
func Account(records []Record) (sessions, turns Counts, skips []Skip, turnsSkipped int) {
	for _, r := range records {
		if r.Copy {
			continue
		}
		sessions.Seen++
		switch r.State {
		case Flushed:
			sessions.Flushed++
			sessions.Captured++
		case Skipped:
			sessions.Captured++
			skips = append(skips, Skip{r.Session, r.Reason})
		case Dead:
			sessions.Dead++
		default:
			sessions.Pending++
		}
		turns.Seen += r.Turns
		turns.Flushed += r.Flushed
		turns.Pending += r.Pending
		turns.Dead += r.Dead
		turns.Captured += r.Flushed + r.Skipped
		turnsSkipped += r.Skipped
	}
	return sessions, turns, skips, turnsSkipped
}
