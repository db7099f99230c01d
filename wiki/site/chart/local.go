package chart

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
)

// A Hub is a page with its neighbours.
type Hub struct {
	Title  string
	Label  string // the text for those who do not see the drawing
	Around []Spoke
	More   int // neighbours that Around does not list

	MoreHref string // their address
}

// A Spoke is a neighbour.
type Spoke struct {
	Title string
	Href  string // from the hub's page, escaped as an address
	Type  string
	In    bool // it links to the hub
	Out   bool // the hub links to it
}

// The dimensions of the drawing: two columns of names, the hub between them.
const (
	width   = 360
	row     = 22
	above   = 26
	below   = 10
	rowsMax = 20 // of a column
	left    = 146
	right   = width - left
	shown   = 24 // letters of a name; wide ones count twice
)

// Local draws a hub: the pages that link to it on the left, those it links to on the right. It returns "" if
// there are no neighbours. Every name is a link; colours and fonts come from the style sheet.
func Local(h Hub) string {
	var in, out []int
	more := h.More
	for i, s := range h.Around {
		column := &out
		if s.In && !s.Out {
			column = &in
		}
		if len(*column) == rowsMax {
			more++
			continue
		}
		*column = append(*column, i)
	}
	rows := max(len(in), len(out))
	if rows == 0 {
		return ""
	}
	high := above + rows*row + below
	if more > 0 {
		high += row
	}
	d := drawing{at: make(map[int][2]int), mid: above + rows*row/2}
	from, to := 0, width // without a side that has none
	if len(in) == 0 {
		from = width/2 - 12
	} else if len(out) == 0 {
		to = width/2 + 12
	}
	d.printf(`<svg class="local" viewBox="%d 0 %d %d" width="%d" role="group" aria-label="%s">`, from, to-from, high, (to-from)*4/3, html.EscapeString(h.Label))
	d.column(in, left, rows)
	d.column(out, right, rows)
	for _, i := range append(in, out...) {
		d.stroke(h.Around[i], d.at[i])
	}
	d.printf(`<circle class="hub" cx="%d" cy="%d" r="6"><title>%s</title></circle>`, width/2, d.mid, html.EscapeString(h.Title))
	if len(in) > 0 {
		d.printf(`<text class="head" x="%d" y="14" text-anchor="end">links here</text>`, left+4)
	}
	if len(out) > 0 {
		head := "links to"
		if !slices.ContainsFunc(out, func(i int) bool { return !h.Around[i].In }) {
			head = "links to and back"
		}
		d.printf(`<text class="head" x="%d" y="14">%s</text>`, right-4, head)
	}
	for _, i := range in {
		d.name(h.Around[i], d.at[i], "end", -9)
	}
	for _, i := range out {
		d.name(h.Around[i], d.at[i], "start", 9)
	}
	if more > 0 {
		d.printf(`<a class="more" href="%s"><text x="%d" y="%d" text-anchor="middle">and %d more</text></a>`, html.EscapeString(h.MoreHref), (from+to)/2, high-8, more)
	}
	d.printf(`</svg>`)
	return d.String()
}

type drawing struct {
	strings.Builder
	at  map[int][2]int
	mid int
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.Builder, format, args...) }

// column positions the spokes of a column, centred in the rows.
func (d *drawing) column(spokes []int, x, rows int) {
	top := above + (rows-len(spokes))*row/2 + row/2
	for n, i := range spokes {
		d.at[i] = [2]int{x, top + n*row}
	}
}

func (d *drawing) stroke(s Spoke, at [2]int) {
	class := "out"
	switch {
	case s.In && s.Out:
		class = "both"
	case s.In:
		class = "in"
	}
	bend := (at[0] + width/2) / 2
	d.printf(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, width/2, d.mid, bend, d.mid, bend, at[1], at[0], at[1])
}

func (d *drawing) name(s Spoke, at [2]int, anchor string, off int) {
	title := html.EscapeString(s.Title)
	d.printf(`<a class="spoke" href="%s" data-type="%s"><circle cx="%d" cy="%d" r="4"/><text x="%d" y="%d" text-anchor="%s">%s</text><title>%s</title></a>`,
		html.EscapeString(s.Href), html.EscapeString(s.Type), at[0], at[1], at[0]+off, at[1]+4, anchor, html.EscapeString(short(s.Title)), title)
}

// short cuts a name to the width of a column. It removes characters that change the direction of text, because these
// would affect the rest of the drawing.
func short(name string) string {
	var out strings.Builder
	used := 0
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Cf, r) || unicode.IsControl(r):
			continue
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			used += 2
		default:
			used++
		}
		if used > shown {
			return strings.TrimSpace(out.String()) + "…"
		}
		out.WriteRune(r)
	}
	return out.String()
}
