package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// open writes the lead and the description of the article of s: the line that says what s is or does, or nothing. A
// project's say also when it was worked on, which code counts.
func (b *book) open(d *draft.Draft, s *subject) {
	if i := b.strongest(s); i >= 0 {
		d.Lead = sentence(opening(b.Lines[i].Text))
		d.Description = whole(d.Lead, describeMost)
	}
	if s.project == "" {
		return
	}
	work := b.workOn(s)
	notes := fmt.Sprintf("Notes from %s of work on %s, %s.", b.sittings(work), b.spelled(s.project), b.span(work))
	d.Lead = strings.TrimSpace(d.Lead + " " + notes)
	if d.Description == "" {
		d.Description = b.outline(s, d.Related)
	}
}

// defines matches the words with which languages say what the thing that a line begins with is.
var defines = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^.;:!?]{0,60}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)
})

// reported matches, in languages other than English, what was done, not what is.
var reported = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`ました|\b(?:wurden?|ha sido|se ha|a été|ont été|foi|foram)\b|已经?(?:更新|添加|修复|删除)|(?:обновл|добавл|исправл)ен`)
})

// strongest returns the line that best says what s is or does, the first among equals, or -1.
func (b *book) strongest(s *subject) int32 {
	if s.weighed {
		return s.strongest
	}
	best, high := int32(-1), 0
	for _, i := range b.sinceGone(s) {
		if n := b.strength(i, s); n > high {
			best, high = i, n
		}
	}
	s.strongest, s.weighed = best, true
	return best
}

// strength returns how well a line says what s is, 0 for not at all. It begins with the name, is a statement that
// holds beyond its day, and scores most if it defines. A project is too broad for any line but a definition.
func (b *book) strength(i int32, s *subject) int {
	l, m := &b.Lines[i], markers()
	if !l.Opens(s.id) || !b.Stands(i) || l.Shaken || l.Loose() || weight(l.Kind) < 2 {
		return 0
	}
	text := prose.Inline(opening(l.Text))
	defining := defines().MatchString(text)
	if n := width(text); n < 20 || n > 240 || strings.ContainsAny(text, "?？") || colonLed(text) || s.project != "" && !defining ||
		m.self.MatchString(text) || m.passing.MatchString(text) || m.report.MatchString(text) || reported().MatchString(text) || m.moment.MatchString(text) || m.place.MatchString(text) ||
		whole(opening(l.Text), describeMost) == "" {
		return 0
	}
	return weight(l.Kind) + 10*topic.Bit(defining) + 2*topic.Bit(m.why.MatchString(text))
}

// sinceGone returns the lines of s after the last that says that s was given up: earlier lines no longer say what it
// is.
func (b *book) sinceGone(s *subject) []int32 {
	var names []string // computed on demand
	for n := len(s.lines) - 1; n >= 0 && s.project == ""; n-- {
		t := b.Truth[s.lines[n]]
		if t.ReplacedBy >= 0 || len(t.Gone) == 0 {
			continue
		}
		if names == nil {
			names = change.Reader{Stop: prose.IsStopAnywhere}.Read(s.title, false).Words()
		}
		if len(t.Gone) == len(names) && !slices.ContainsFunc(t.Gone, func(w string) bool { return !slices.Contains(names, w) }) {
			return s.lines[n+1:]
		}
	}
	return s.lines
}

// outlineMost is how many names an outline has.
const outlineMost = 4

// outline describes a project by when it was worked on and by what it is linked with, or else by what its sessions
// are called.
func (b *book) outline(s *subject, related []draft.Related) string {
	work := b.workOn(s)
	text := "Work on " + b.spelled(s.project) + ", " + b.span(work)
	var names []string
	for _, r := range related {
		names = append(names, r.Title)
	}
	if len(names) == 0 {
		names = b.titles(work)
	}
	for n := min(outlineMost, len(names)); n > 0; n-- {
		some := slices.Clone(names[:n])
		if more := len(names) - n; more > 0 {
			some = append(some, fmt.Sprintf("%d more", more))
		}
		if all := text + ": " + list(some); utf8.RuneCountInString(all) < describeMost {
			return all + "."
		}
	}
	return clip(text, describeMost-1) + "."
}

// titles returns what sessions are called, quoted, but for what says what no longer holds.
func (b *book) titles(work []int32) []string {
	var out []string
	for _, n := range work {
		e := &b.Entries[n]
		title := strings.TrimRight(bare(e.Title), " .")
		gone := title == "" || title == daily.Forgotten
		for i := e.First; i < e.Last; i++ {
			gone = gone || !b.Stands(i) && strings.HasPrefix(bare(b.Lines[i].Text), title)
		}
		if title = `"` + strings.ReplaceAll(title, `"`, "'") + `"`; !gone && !slices.Contains(out, title) {
			out = append(out, title)
		}
	}
	return out
}

// list joins words as a sentence does.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// span returns the first and the last day of entries.
func (b *book) span(entries []int32) string {
	first, last := b.Entries[entries[0]].Date, b.Entries[entries[len(entries)-1]].Date
	if first == last {
		return "on " + string(last)
	}
	return string(first) + " to " + string(last)
}

// sittings counts the sessions of entries; if one was written by hand, it counts entries.
func (b *book) sittings(entries []int32) string {
	sessions := make(map[string]bool)
	for _, n := range entries {
		sessions[b.Entries[n].Session] = true
	}
	n, one, many := len(sessions), "session", "sessions"
	if sessions[""] {
		n, one, many = len(entries), "log entry", "log entries"
	}
	if n == 1 {
		many = one
	}
	return fmt.Sprint(n, " ", many)
}

// leaning begin a line that goes on from another one, which nobody sees beside it.
var leaning = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i)["'(*_]*(?:but|and|so|then|also|it|this|that|these|those|they|he|she|its|their|after that|here|there)(?:['’][a-z]+)?\b|(?i)\b(?:these|those)\b(?:[.,;:?!]|$| (?:on|onto|in|into|to|at|is|are|were|do|does|can|as|for|with|from)\b)|^(?i)(?:aber|und|also|dann|das|dies|diese|es|sie|pero|y|entonces|esto|eso|mais|et|donc|cela|ça|mas|e|isso|но|и|это|он|она) `)
})

// clearFirst moves the lines that need another one to be understood, or that are in doubt, after the others.
func (b *book) clearFirst(lines []int32) []int32 {
	out := make([]int32, 0, len(lines))
	for _, put := range []bool{false, true} {
		for _, i := range lines {
			if l := &b.Lines[i]; (l.Shaken || leaning().MatchString(l.Plain)) == put {
				out = append(out, i)
			}
		}
	}
	return out
}

// quoted are the kinds that state something; a question or a task does not.
var quoted = []daily.Kind{daily.Decision, daily.Lesson, daily.Preference, daily.Fact}
