// Package segment cuts what was said in a session at natural seams, into stretches that each become one entry.
package segment

import (
	"time"

	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/transcript"
)

// The size of a segment. A person finds one entry for a morning's work better than ten, and an author needs
// a whole train of thought, so segments are long and cut only where a prompt begins something. From soft on,
// a short pause is reason enough; from hard on, any prompt is; and far beyond hard, when nobody has prompted
// for that long, any turn.
const (
	softTurns = 60
	hardTurns = 160
	softBytes = 48 << 10
	hardBytes = 128 << 10
	runaway   = 4
	pause     = 10 * time.Minute
)

// LongPause is how long nobody says anything before a prompt that begins a segment, whatever its size.
const LongPause = 3 * time.Hour

// A Segment is a stretch of one session that becomes one entry.
type Segment struct {
	Turns []transcript.Turn
	project.Place
}

// Cut divides a run of turns at natural seams: before a person's prompt where the day changes,
// where the project changes, after a long pause, and in long stretches after a short one or, at
// the latest, at the next prompt. places[i] is that of turns[i]. Where it cuts depends only on
// the turns since the last cut, so that a session flushed in two runs is cut as in one.
func Cut(turns []transcript.Turn, places []project.Place, zone *time.Location) []Segment {
	var out []Segment
	cur := cutter{zone: zone}
	for i := range turns {
		t := &turns[i]
		if len(cur.Turns) > 0 && cur.seam(t, places[i].Name) {
			out = append(out, cur.Segment)
			cur = cutter{zone: zone}
		}
		cur.add(t, places[i])
	}
	if len(cur.Turns) > 0 {
		out = append(out, cur.Segment)
	}
	return out
}

// cutter is the segment being gathered and what decides where it ends.
type cutter struct {
	Segment
	zone  *time.Location
	bytes int
	day   string    // of the latest prompt
	last  time.Time // end of the turn before
}

func (c *cutter) add(t *transcript.Turn, at project.Place) {
	if c.Name == "" || t.Role != transcript.Person && len(c.Turns) == 0 {
		c.Place = at
	}
	if began := t.Began(); !began.IsZero() && (t.Role == transcript.Person || c.day == "") {
		c.day = dayOf(began, c.zone)
	}
	if !t.At.IsZero() {
		c.last = t.At
	}
	c.bytes += len(t.Text)
	c.Turns = append(c.Turns, *t)
}

func (c *cutter) seam(t *transcript.Turn, project string) bool {
	n := len(c.Turns)
	if t.Role != transcript.Person {
		return n >= runaway*hardTurns || c.bytes >= runaway*hardBytes
	}
	if project != "" && c.Name != "" && project != c.Name {
		return true
	}
	began := t.Began()
	if began.IsZero() {
		return n >= hardTurns || c.bytes >= hardBytes
	}
	if c.day != "" && dayOf(began, c.zone) != c.day {
		return true
	}
	gap := time.Duration(0)
	if !c.last.IsZero() {
		gap = began.Sub(c.last)
	}
	return gap >= LongPause ||
		gap >= pause && (n >= softTurns || c.bytes >= softBytes) ||
		n >= hardTurns || c.bytes >= hardBytes
}

// dayOf returns the calendar day of t in zone, as text; days are only compared here.
func dayOf(t time.Time, zone *time.Location) string {
	return t.In(zone).Format(time.DateOnly)
}
