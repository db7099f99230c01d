package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/draft"
)

// outlineMost is how many names or titles an outline has.
const outlineMost = 4

// outline describes a subject that no line defines: a project by its linked subjects, any other subject by what
// occurs together with it.
func (b *book) outline(s *subject, related []draft.Related) string {
	var names []string
	if s.project != "" {
		for _, r := range related {
			names = append(names, r.Title)
		}
	}
	if len(names) == 0 {
		names = b.titles(s.lines)
	}
	where := "Comes up in " + b.places(s.lines) + ", " + b.days(s.lines, "from ", " to ")
	if s.project != "" {
		where = "Work on " + b.spelled(s.project) + ", " + b.span(b.workOn(s), "", " to ")
	}
	room := describeMost - utf8.RuneCountInString(where) - len(": .")
	if said := some(names, room); said != "" {
		return where + ": " + said + "."
	}
	return clip(b.origin(s), describeMost)
}

// some lists names as long as there is room for them, and counts the others.
func some(names []string, room int) string {
	for n := min(outlineMost, len(names)); n > 0; n-- {
		said := slices.Clone(names[:n])
		if more := len(names) - n; more > 0 {
			said = append(said, fmt.Sprintf("%d more", more))
		}
		if all := list(said); utf8.RuneCountInString(all) <= room {
			return all
		}
	}
	return ""
}

// pastTitle reports whether a title, like a line of a log, says what no longer holds.
func (b *book) pastTitle(title string) bool {
	if b.over == nil {
		b.over = make(map[string]bool)
		for i := range b.Lines {
			if l := &b.Lines[i]; !b.Stands(int32(i)) {
				for _, text := range []string{l.Plain, firstSentence(l.Plain)} {
					b.over[sameTitle(text)] = true
				}
			}
		}
	}
	return b.over[sameTitle(title)]
}

func sameTitle(text string) string {
	return strings.TrimRight(strings.ReplaceAll(text, "`", ""), " .!")
}

// titles are those of the entries that lines come from, quoted, each once.
func (b *book) titles(lines []int32) []string {
	var out []string
	last := int32(-1)
	for _, i := range lines {
		n := b.Lines[i].Entry
		if n == last {
			continue
		}
		last = n
		t := strings.TrimRight(strings.TrimSpace(bare(b.Entries[n].Title)), ".")
		if t == "" || t == daily.Forgotten || b.pastTitle(t) {
			continue
		}
		if t = `"` + strings.ReplaceAll(t, `"`, "'") + `"`; !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// leaning begin a line that goes on from another one, which nobody sees beside it.
var leaning = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i)["'(*_]*(?:but|and|so|then|also|it|this|that|these|those|they|he|she|its|their|after that|here|there)(?:['’][a-z]+)?\b|(?i)\b(?:these|those)\b(?:[.,;:?!]|$| (?:on|onto|in|into|to|at|is|are|were|do|does|can|as|for|with|from)\b)|^(?i)(?:aber|und|also|dann|das|dies|diese|es|sie|pero|y|entonces|esto|eso|mais|et|donc|cela|ça|mas|e|isso|но|и|это|он|она) `)
})

// leans reports whether a line needs another one to be understood: it begins as if it went on.
func leans(l *topic.Line) bool { return leaning().MatchString(l.Plain) }

// nameless reports whether a line tells of "the" thing and names none: it has no code, no figure, and no capital but
// its first.
func nameless(l *topic.Line) bool {
	if l.Kind == daily.Preference || !strings.Contains(" "+strings.ToLower(l.Plain), " the ") {
		return false
	}
	for i, r := range l.Plain {
		if r == '`' || r == '/' || unicode.IsDigit(r) || i > 0 && unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// clearFirst moves the lines that are not understood by themselves after those that are.
func (b *book) clearFirst(lines []int32, vague func(*topic.Line) bool) []int32 {
	out := make([]int32, 0, len(lines))
	for _, put := range []bool{false, true} {
		for _, i := range lines {
			if (b.Lines[i].Shaken || vague(&b.Lines[i])) == put {
				out = append(out, i)
			}
		}
	}
	return out
}
