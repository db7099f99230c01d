package entry

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

const (
	clock         = "15:04"
	HeadingPrefix = "### Session ("
)

// Clean returns e as a log holds it: every text one line, no bullet without words, bullets in the order of
// their sections, At in zone and to the second, Started only where it is shown. Parsing the formatted entry
// returns exactly this. The error says what no log can hold.
func (e Entry) Clean(zone *time.Location) (Entry, error) {
	if e.At.IsZero() {
		return e, fmt.Errorf("entry %q has no time", e.Title)
	}
	e.At = e.At.Truncate(time.Second)
	if zone != nil {
		e.At = e.At.In(zone)
	}
	if y := e.At.Year(); y < 1 || y > 9999 {
		return e, fmt.Errorf("entry %q is of the year %d", e.Title, y)
	}
	if e.ID == "" {
		e.ID = EntryID(e.Agent, e.Session, e.To)
	}
	if !e.Started.IsZero() {
		e.Started = startedBefore(e.At, e.Started)
	}
	e.Title, e.Context = markdown.Oneline(e.Title), markdown.Oneline(e.Context)
	bullets := make([]Bullet, 0, len(e.Bullets))
	for _, b := range e.Bullets {
		if !b.Kind.valid() {
			return e, fmt.Errorf("entry %q: bullet %q is of no kind", e.Title, b.Text)
		}
		b.Text = markdown.Oneline(b.Text)
		b.Done = b.Done && b.Kind == Action
		if b.Text != "" {
			bullets = append(bullets, b)
		}
	}
	sorting.Stable(bullets, func(a, b Bullet) int { return int(a.Kind) - int(b.Kind) })
	e.Bullets = bullets
	return e, nil
}

// startedBefore returns as much of a start on another day than at as a heading can show: the time of day, by
// the same clock.
func startedBefore(at, started time.Time) time.Time {
	started = started.In(fixed(at))
	if DateOf(started, nil).Compare(DateOf(at, nil)) >= 0 {
		return time.Time{}
	}
	return Minutes(60*started.Hour() + started.Minute()).DayBefore(at)
}

// fixed returns at's offset from UTC, as a zone.
func fixed(at time.Time) *time.Location {
	_, offset := at.Zone()
	return time.FixedZone("", offset)
}

// Format returns e as it stands in a log. It assigns block ids to bullets that have none.
func (e Entry) Format() (string, error) {
	e, err := e.Clean(nil)
	if err != nil {
		return "", err
	}
	Blocks{}.Assign(&e)
	return Text(e), nil
}

// Text writes a clean entry whose bullets have their block ids.
func Text(e Entry) string {
	var b strings.Builder
	b.WriteString("### " + Heading(e) + "\n")
	b.WriteString(Marker(e) + "\n")
	if e.Context != "" {
		b.WriteString("\n" + ContextLabel + markdown.Escape(e.Context, false) + "\n")
	}
	var kind Kind
	for _, x := range e.Bullets {
		if x.Kind != kind {
			kind = x.Kind
			b.WriteString("\n" + kinds[kind].label + "\n")
		}
		b.WriteString("- " + checkboxOf(x) + markdown.Escape(x.Text, kind != Action) + " ^" + x.Block + "\n")
	}
	b.WriteString(Closer(e.ID) + "\n")
	return b.String()
}

// Heading returns the text of the heading, in Markdown. The heading of an entry that began on an earlier
// day shows both times.
func Heading(e Entry) string {
	at := e.At.Format(clock)
	if !e.Started.IsZero() {
		at = e.Started.Format(clock) + "-" + at
	}
	s := "Session (" + at + ")"
	if e.Title != "" {
		s += " - " + markdown.Escape(e.Title, false)
	}
	return s
}

func checkboxOf(b Bullet) string {
	switch {
	case b.Kind != Action:
		return ""
	case b.Done:
		return "[x] "
	}
	return "[ ] "
}

// ParseHeading splits a heading's text; ok is false where it does not begin with a session's time, and then
// all of it is the title.
func ParseHeading(md string) (start, at Minutes, title string, ok bool) {
	rest, ok := strings.CutPrefix(md, "Session (")
	if !ok {
		return None, None, markdown.Unescape(md), false
	}
	times, title, ok := strings.Cut(rest, ")")
	if !ok {
		return None, None, markdown.Unescape(md), false
	}
	start, at = None, None
	if from, to, both := strings.Cut(times, "-"); both {
		start, at = ParseClock(from), ParseClock(to)
		ok = start != None
	} else {
		at = ParseClock(times)
	}
	title, dashed := strings.CutPrefix(title, " - ")
	if !ok || at == None || title != "" && !dashed {
		return None, None, markdown.Unescape(md), false
	}
	return start, at, markdown.Unescape(title), true
}

// Minutes is a time of day, in minutes from midnight.
type Minutes int

const None Minutes = -1

func ParseClock(s string) Minutes {
	hh, mm, ok := strings.Cut(s, ":")
	h, errH := strconv.ParseUint(hh, 10, 8) // unlike Atoi, it takes no sign
	m, errM := strconv.ParseUint(mm, 10, 8)
	if !ok || errH != nil || errM != nil || len(hh) > 2 || len(mm) != 2 || h > 23 || m > 59 {
		return None
	}
	return Minutes(60*h + m)
}

// DayBefore returns that time on the day before at, with at's offset.
func (m Minutes) DayBefore(at time.Time) time.Time {
	return m.On(DateOf(at, nil).AddDays(-1), fixed(at))
}

func (m Minutes) On(d Date, zone *time.Location) time.Time { return d.At(int(m)/60, int(m)%60, zone) }
