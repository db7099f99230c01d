// Package pattern reads the day out of the path of a daily note, as a pattern says where people keep theirs:
// journals/YYYY_MM_DD, YYYY/MM/DD. The letters are those of Obsidian's and Logseq's settings.
package pattern

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// A token is what a part of a name may be: digits, or a name that begins with a capital.
type token struct {
	name        string
	least, most int // bytes that it matches
	digits      bool
	layout      string // how package time reads it; "" for a weekday, which says nothing that the day does not
}

// tokens are all, of those that begin alike the longest first.
var tokens = []token{
	{"YYYY", 4, 4, true, "2006"},
	{"MMMM", 2, 9, false, "January"}, {"MMM", 3, 3, false, "Jan"}, {"MM", 2, 2, true, "01"}, {"M", 1, 2, true, "1"},
	{"DD", 2, 2, true, "02"}, {"D", 1, 2, true, "2"},
	{"dddd", 2, 9, false, ""}, {"ddd", 3, 3, false, ""},
}

// matches reports whether the token can be all of s.
func (t token) matches(s string) bool {
	for i := range len(s) {
		low, high := byte('a'), byte('z')
		if t.digits {
			low, high = '0', '9'
		} else if i == 0 {
			low, high = 'A', 'Z'
		}
		if s[i] < low || s[i] > high {
			return false
		}
	}
	return true
}

// A piece of a name is a token, or a word as it stands.
type piece struct {
	token token
	word  string // "" for a token
}

// A Pattern says where the daily notes of a vault lie.
type Pattern struct {
	parts   [][]piece // of each part of the path
	layouts []string  // of each token that tells something of the day, in their order
}

// Parse reads a pattern: a path in the vault, with or without .md.
func Parse(s string) (*Pattern, error) {
	p := &Pattern{}
	clean := strings.TrimSuffix(s, ".md")
	if clean == "" || path.Clean(clean) != clean || path.IsAbs(clean) || strings.HasPrefix(clean, "..") || strings.Contains(clean, `\`) {
		return nil, fmt.Errorf("%q is not a path in the vault", s)
	}
	for part := range strings.SplitSeq(clean, "/") {
		p.parts = append(p.parts, p.read(part))
	}
	for _, needed := range []string{"2006", "Jan1", "2"} {
		if !slices.ContainsFunc(p.layouts, func(l string) bool {
			return needed == l || needed == "Jan1" && strings.ContainsAny(l, "J1") || needed == "2" && l == "02"
		}) {
			return nil, fmt.Errorf("%q does not tell the year, the month and the day, as journals/YYYY_MM_DD does", s)
		}
	}
	return p, nil
}

// read returns the pieces of a part. What stands in square brackets is meant as it is.
func (p *Pattern) read(part string) (out []piece) {
	for part != "" {
		n := run(part)
		if end := strings.IndexByte(part, ']'); part[0] == '[' && end > 0 {
			out, part = append(out, piece{word: part[1:end]}), part[end+1:]
		} else if n > 0 {
			out, part = append(out, p.tokens(part[:n])...), part[n:]
		} else {
			out, part = append(out, piece{word: part[:1]}), part[1:]
		}
	}
	return slices.DeleteFunc(out, func(x piece) bool { return x.word == "" && x.token.name == "" })
}

// run returns of how many letters s begins.
func run(s string) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' }); n >= 0 {
		return n
	}
	return len(s)
}

// tokens returns the pieces of a run of letters: tokens alone, or itself.
func (p *Pattern) tokens(s string) (out []piece) {
	var layouts []string
	for rest := s; rest != ""; {
		i := slices.IndexFunc(tokens, func(t token) bool { return strings.HasPrefix(rest, t.name) })
		if i < 0 {
			return []piece{{word: s}}
		}
		if rest = rest[len(tokens[i].name):]; tokens[i].layout != "" {
			layouts = append(layouts, tokens[i].layout)
		}
		out = append(out, piece{token: tokens[i]})
	}
	p.layouts = append(p.layouts, layouts...)
	return out
}

// match returns what the tokens of pieces that tell something of the day match in a name.
func match(pieces []piece, name string) (values []string, ok bool) {
	if len(pieces) == 0 {
		return nil, name == ""
	}
	first, rest := pieces[0], pieces[1:]
	if first.word != "" {
		after, ok := strings.CutPrefix(name, first.word)
		if !ok {
			return nil, false
		}
		return match(rest, after)
	}
	for n := min(first.token.most, len(name)); n >= first.token.least; n-- {
		if !first.token.matches(name[:n]) {
			continue
		}
		if values, ok := match(rest, name[n:]); ok {
			if first.token.layout != "" {
				values = append([]string{name[:n]}, values...)
			}
			return values, true
		}
	}
	return nil, false
}

// Depth returns of how many parts the paths are that the pattern matches.
func (p *Pattern) Depth() int { return len(p.parts) }

// Folder reports whether a folder whose path has n parts before its name may lead to a daily note.
func (p *Pattern) Folder(n int, name string) bool {
	if n >= len(p.parts)-1 {
		return false
	}
	_, ok := match(p.parts[n], name)
	return ok
}

// Day returns the day of the note at a path in the vault, as its midnight in UTC; false where it is none.
func (p *Pattern) Day(file string) (time.Time, bool) {
	stem, ok := strings.CutSuffix(file, ".md")
	parts := strings.Split(stem, "/")
	if !ok || len(parts) != len(p.parts) {
		return time.Time{}, false
	}
	var values []string
	for i, pieces := range p.parts {
		found, ok := match(pieces, parts[i])
		if !ok {
			return time.Time{}, false
		}
		values = append(values, found...)
	}
	t, err := time.Parse(strings.Join(p.layouts, " "), strings.Join(values, " "))
	if err != nil || t.Year() < 1 {
		return time.Time{}, false
	}
	return t, true
}
