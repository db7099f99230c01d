package prepared

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// oneLine puts a text on one line, because a second line would not be quoted, and removes invisible characters, which
// could hide words from a person that an agent reads. The builder of the brief does this too, but others may have
// changed the file since.
func oneLine(s string) string {
	if plainASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029:
			return ' '
		case prose.Invisible(r):
			return -1
		}
		return r
	}, s)
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// shorten cuts the texts of the newest of the last sessions to the space they have: the beginning of one is
// better than an older session in its place.
func shorten(items []Item, room int) {
	for i := range items {
		it := &items[i]
		if it.Section != Last {
			continue
		}
		share := room * shares[Last] / 100
		if over := units(line(*it)) - share; over > 0 && units(it.Text)-over > 20 {
			if short := beginning(it.Text, units(it.Text)-over); short != "…" {
				it.Text = short
			}
		}
		return
	}
}

// beginning returns a text up to a word that ends within max units, with a mark that it continues.
func beginning(s string, max int) string {
	n, end := units("…"), 0
	for i, r := range s {
		if n > max {
			break
		}
		if r == ' ' {
			end = i
		}
		if n += units(string(r)); n <= max && unicode.Is(unicode.Han, r) {
			end = i + utf8.RuneLen(r)
		}
	}
	return strings.TrimRight(s[:end], " ,;:.") + "…"
}

// unlinked returns a note with its days in place of links, and without the articles that have it.
func unlinked(it Item) Item {
	var days []string
	for _, c := range it.Cites {
		day, _, ofLine := strings.Cut(c, "#")
		if (ofLine || it.Kind == "session") && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	it.Text = strings.NewReplacer("[[", "", "]]", "").Replace(it.Text)
	if len(days) > 0 {
		it.Text += " (" + strings.Join(days, ", ") + ")"
	}
	it.Cites = nil
	return it
}
