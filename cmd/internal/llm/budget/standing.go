package budget

import "time"

// A Standing is what calls took up to a moment.
type Standing struct {
	Day, Month Sum
	Minute     int       // calls of the last minute
	Oldest     time.Time // of these
}

// StandingAt adds up the calls of a month.
func StandingAt(now time.Time, calls []*Call) (s Standing) {
	s.Oldest = now
	today := now.Format(time.DateOnly)
	for _, r := range calls {
		s.Month.Add(r)
		if r.At.In(now.Location()).Format(time.DateOnly) == today {
			s.Day.Add(r)
		}
		// One that another process put in while this one waited for the lock is later than now.
		if age := now.Sub(r.At); age > -time.Minute && age < time.Minute {
			s.Minute++
			if r.At.Before(s.Oldest) {
				s.Oldest = r.At
			}
		}
	}
	return s
}

// A History says how the latest calls of a provider ended.
type History struct {
	Answered bool  // at least once
	Failed   int   // times since
	Last     *Call // that ended
}

// HistoryOf reads the month's calls.
func HistoryOf(by string, calls []*Call) (h History) {
	for _, r := range calls {
		if r.By != by || r.End == "" {
			continue
		}
		if h.Last == nil || !r.Ended.Before(h.Last.Ended) {
			h.Last = r
		}
		if h.Failed++; r.End == Complete {
			h.Answered, h.Failed = true, 0
		}
	}
	return h
}
