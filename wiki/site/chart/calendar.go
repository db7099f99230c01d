package chart

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Mark is something that happened, on a page of its own.
type Mark struct {
	At    time.Time
	Href  string // escaped as an address
	Title string
	Lane  string // who did it; a calendar has none
	Small bool   // it is drawn smaller than others
	Count int    // how much happened
}

// The dimensions of a month, whose weeks begin on Monday.
const (
	cell  = 26
	title = 36 // of the month's name and those of the weekdays
)

// Calendar draws the months that have a mark, the newest first, at most so many: each day as a link to its page. The marks
// are of different days, in any order.
func Calendar(marks []Mark, most int) string {
	of := map[time.Time][]Mark{}
	var months []time.Time
	for _, m := range marks {
		month := time.Date(m.At.Year(), m.At.Month(), 1, 12, 0, 0, 0, time.UTC)
		if of[month] == nil {
			months = append(months, month)
		}
		of[month] = append(of[month], m)
	}
	sorting.By(months, func(a, b time.Time) int { return b.Compare(a) })
	var b strings.Builder
	for _, m := range months[:min(len(months), most)] {
		drawMonth(&b, m, of[m])
	}
	return b.String()
}

func drawMonth(b *strings.Builder, month time.Time, marks []Mark) {
	by := map[int]Mark{}
	for _, m := range marks {
		by[m.At.Day()] = m
	}
	first := (int(month.Weekday()) + 6) % 7
	days := month.AddDate(0, 1, -1).Day()
	rows := (first + days + 6) / 7
	name := month.Format("January 2006")
	fmt.Fprintf(b, `<svg class="month" viewBox="0 0 %d %d" width="%d" height="%d" role="group" aria-label="%s">`+"\n", 7*cell, title+rows*cell, 7*cell, title+rows*cell, name)
	fmt.Fprintf(b, `<text class="head" x="2" y="13">%s</text><text class="week" x="13 39 65 91 117 143 169" y="31" text-anchor="middle">MTWTFSS</text>`+"\n", name)
	for d := 1; d <= days; d++ {
		x, y := (first+d-1)%7*cell, title+(first+d-1)/7*cell
		number := fmt.Sprintf(`<text x="%d" y="%d" text-anchor="middle">%d</text>`, x+cell/2, y+cell/2+4, d)
		if m, ok := by[d]; ok {
			fmt.Fprintf(b, `<a href="%s" aria-label="%s"><title>%s</title><rect class="n%d" x="%d" y="%d" width="%d" height="%d" rx="3"/>%s</a>`+"\n",
				html.EscapeString(m.Href), html.EscapeString(m.Title), html.EscapeString(m.Title), min(3, max(1, m.Count)), x+1, y+1, cell-2, cell-2, number)
		} else {
			b.WriteString(number + "\n")
		}
	}
	b.WriteString("</svg>\n")
}

// The dimensions of a line of time.
const (
	long     = 720
	gutter   = 96 // of the names
	foot     = 32
	laneTop  = 7  // above the highest mark of a lane
	laneFoot = 10 // below its line
	dot      = 5  // radius
	step     = 11 // between marks of one time
	stack    = 6  // of them, one above the other
)

// Line draws marks on a line of time for each lane, in the order of lanes. It returns "" if there are none.
func Line(marks []Mark, lanes []string, label string) string {
	if len(marks) == 0 || len(lanes) == 0 {
		return ""
	}
	from, to := marks[0].At, marks[0].At
	for _, m := range marks {
		if m.At.Before(from) {
			from = m.At
		}
		if m.At.After(to) {
			to = m.At
		}
	}
	span := max(to.Sub(from), 24*time.Hour)
	x := func(at time.Time) int {
		return gutter + 10 + int(float64(long-gutter-24)*float64(at.Sub(from))/float64(span))
	}
	var b strings.Builder
	high := 0
	for _, name := range lanes {
		over, tallest := map[int]int{}, 2
		for _, m := range marks {
			if m.Lane == name && !m.Small {
				over[x(m.At)/step]++
				tallest = max(tallest, min(stack, over[x(m.At)/step]))
			}
		}
		high += laneTop + tallest*step
		fmt.Fprintf(&b, `<path d="M%d %dH%d"/><text x="0" y="%d">%s</text>`+"\n", gutter, high, long-4, high+4, html.EscapeString(name))
		clear(over)
		for _, m := range marks {
			if m.Lane != name {
				continue
			}
			up, radius := 0, 2 // a session lies on the line, decisions above it
			if !m.Small {
				over[x(m.At)/step]++
				up, radius = min(stack, over[x(m.At)/step]), dot
			}
			fmt.Fprintf(&b, `<a href="%s" aria-label="%s"><title>%s</title><circle cx="%d" cy="%d" r="%d"/></a>`+"\n",
				html.EscapeString(m.Href), html.EscapeString(m.Title), html.EscapeString(m.Title), x(m.At), high-up*step, radius)
		}
		high += laneFoot
	}
	high += foot - laneFoot
	tick := func(at time.Time, anchor string) string {
		return fmt.Sprintf(`<text class="head" x="%d" y="%d" text-anchor="%s">%s</text>`+"\n", x(at), high-6, anchor, at.Format(time.DateOnly))
	}
	days := tick(from, "start")
	if to.Sub(from) > span/3 {
		days += tick(to, "end")
	}
	return fmt.Sprintf(`<svg class="time" viewBox="0 0 %d %d" role="group" aria-label="%s">`+"\n", long, high, html.EscapeString(label)) + days + b.String() + "</svg>\n"
}
