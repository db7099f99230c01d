package command

import (
	"fmt"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
)

// A meter measures how fast the work goes on that is shown.
type meter struct {
	what  string
	began time.Time
	from  int // done when it began
}

// These limit how often progress is told, and after what time at first.
const (
	shortWork = time.Second
	everyDraw = 80 * time.Millisecond
	everyLine = 5 * time.Second // where a line cannot be redrawn
)

// Step shows how far the work is: how many of all are done, how many a second, and how long the rest takes. What takes
// less than a second says nothing.
func (u *UI) Step(now time.Time, what string, done, total int, detail string) {
	u.mu.Lock()
	if u.meter.what != what || done < u.meter.from {
		u.meter = meter{what, now, done}
	}
	m := u.meter
	u.mu.Unlock()
	if now.Sub(m.began) < shortWork {
		return
	}
	text := fmt.Sprintf("%s %s of %s%s", what, say.Thousands(done), say.Thousands(total), m.pace(now, done, total))
	if detail != "" {
		text += ", " + detail
	}
	u.Progress(now, "%s", text)
}

// pace says how fast the work goes and how long the rest takes, as soon as that can be told.
func (m *meter) pace(now time.Time, done, total int) string {
	n, took := done-m.from, now.Sub(m.began)
	if n < 2 || done >= total {
		return ""
	}
	left := time.Duration(float64(took) / float64(n) * float64(total-done))
	rate, per := float64(n)/took.Seconds(), "second"
	if rate < 1 {
		rate, per = rate*60, "minute"
	}
	return fmt.Sprintf(", %s a %s, %s left", strings.TrimSuffix(fmt.Sprintf("%.*f", int(max(0, min(1, 10-rate))), rate), ".0"), per, say.Span(left))
}

// Progress shows how far the work is. now limits how often a line is printed where it cannot be redrawn.
func (u *UI) Progress(now time.Time, format string, a ...any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	wait := everyLine
	if u.Redraw {
		wait = everyDraw
	}
	if !u.last.IsZero() && now.Sub(u.last) < wait {
		return
	}
	if u.last.IsZero() && !u.Redraw { // short work says nothing
		u.last = now
		return
	}
	u.last = now
	line := term.Harmless(fmt.Sprintf(format, a...))
	if !u.Redraw {
		fmt.Fprintf(u.Err, "memoria: %s\n", line)
		return
	}
	wide := 78
	if u.Screen.Is() {
		wide = u.Screen.Width - 1
	}
	fmt.Fprintf(u.Err, "\r\x1b[K%s", term.Cut(line, wide))
	u.drawn = true
}

// Clear removes the progress line.
func (u *UI) Clear() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.drawn {
		fmt.Fprint(u.Err, "\r\x1b[K")
		u.drawn = false
	}
}
