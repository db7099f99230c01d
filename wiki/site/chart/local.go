package chart

import (
	"html"
	"slices"
	"strconv"
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
	d.write(`<svg class="local" viewBox="`, from, ` 0 `, to-from, ` `, high, `" width="`, (to-from)*4/3, `" role="group" aria-label="`, html.EscapeString(h.Label), `">`)
	d.column(in, left, rows)
	d.column(out, right, rows)
	for _, i := range append(in, out...) {
		d.stroke(h.Around[i], d.at[i])
	}
	d.write(`<circle class="hub" cx="`, width/2, `" cy="`, d.mid, `" r="6"><title>`, html.EscapeString(h.Title), `</title></circle>`)
	if len(in) > 0 {
		d.write(`<text class="head" x="`, left+4, `" y="14" text-anchor="end">links here</text>`)
	}
	if len(out) > 0 {
		head := "links to"
		if !slices.ContainsFunc(out, func(i int) bool { return !h.Around[i].In }) {
			head = "links to and back"
		}
		d.write(`<text class="head" x="`, right-4, `" y="14">`, head, `</text>`)
	}
	for _, i := range in {
		d.name(h.Around[i], d.at[i], "end", -9)
	}
	for _, i := range out {
		d.name(h.Around[i], d.at[i], "start", 9)
	}
	if more > 0 {
		d.write(`<a class="more" href="`, html.EscapeString(h.MoreHref), `"><text x="`, (from+to)/2, `" y="`, high-8, `" text-anchor="middle">and `, more, ` more</text></a>`)
	}
	d.write(`</svg>`)
	return string(d.out)
}

type drawing struct {
	out []byte
	at  map[int][2]int
	mid int
}

// write appends texts and numbers.
func (d *drawing) write(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			d.out = append(d.out, p...)
		case int:
			d.out = strconv.AppendInt(d.out, int64(p), 10)
		}
	}
}

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
	d.write(`<path class="`, class, `" d="M`, width/2, ` `, d.mid, `C`, bend, ` `, d.mid, ` `, bend, ` `, at[1], ` `, at[0], ` `, at[1], `"/>`)
}

func (d *drawing) name(s Spoke, at [2]int, anchor string, off int) {
	title := html.EscapeString(s.Title)
	d.write(`<a class="spoke" href="`, html.EscapeString(s.Href), `" data-type="`, html.EscapeString(s.Type), `"><circle cx="`, at[0], `" cy="`, at[1], `" r="4"/><text x="`, at[0]+off, `" y="`, at[1]+4,
		`" text-anchor="`, anchor, `">`, html.EscapeString(short(s.Title)), `</text><title>`, title, `</title></a>`)
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
