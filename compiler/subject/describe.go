package subject

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// open writes the lead and the description of the article of s: the line that says what s is or does. A project's lead
// says also when it was worked on, and that describes a project that no line introduces: any other line would be taken for
// what the project is. A name that no line introduces is described by the strongest that begins with it.
func (b *book) open(d *draft.Draft, s *subject) {
	if s.project == "" {
		if i := b.strongest(s); i >= 0 {
			d.Lead = sentence(opening(b.Lines[i].Text))
		}
		work := b.entriesOf(s.lines)
		if d.Description = whole(d.Lead, describeMost); d.Description == "" {
			d.Description = b.best(s)
		}
		d.Description = cmp.Or(d.Description, fmt.Sprintf("Notes on %s from %s, %s.", s.title, b.sittings(work), b.span(work)))
		return
	}
	work := b.workOn(s)
	d.Lead = b.introduced(s, work)
	notes := fmt.Sprintf("Notes from %s of work on %s%s, %s.", b.sittings(work), b.spelled(s.project), b.onlyBranch(work), b.span(work))
	d.Description = whole(d.Lead, describeMost)
	d.Description = cmp.Or(d.Description, notes)
	d.Lead = strings.TrimSpace(d.Lead + " " + notes)
}

// goal matches how people say what a program that they begin is for.
var goal = lazy.Regexp(`^(?i)(?:(?:i think )?we want|create|build|implement|write|make|develop|design) an? [^.;:!?]{0,40}\b(?:plugin|tool|app|application|library|service|cli|program|server|website|package|bot|extension|framework|game|daemon|system)\b[^.;:!?]{0,30}\b(?:that|which|to|for) `)

// quotation matches a sentence in quotation marks.
var quotation = lazy.Regexp(`["“]([^"“”]{30,240}[.!])["”]`)

// introduced returns what a line of a project says that it is or does, if one does: a quotation that begins with its name, a
// definition, or its goal, the first among equals.
func (b *book) introduced(s *subject, work []int32) string {
	said, high := "", 9
	for _, n := range work {
		for i := b.Entries[n].First; i < b.Entries[n].Last; i++ {
			l := &b.Lines[i]
			if !b.Stands(i) || l.Loose() {
				continue
			}
			text, score := "", b.strength(i, s)
			if l.Quote != "" && b.begins(l.Quote, s) {
				text, score = l.Quote, 20
			} else if l.Goal {
				score = max(score, 10)
			}
			if score <= high {
				continue
			}
			if text = cmp.Or(text, opening(l.Text)); whole(text, describeMost) != "" {
				said, high = sentence(text), score
			}
		}
	}
	return said
}

// begins reports whether a sentence begins with the name of s and goes on with what it is or does.
func (b *book) begins(text string, s *subject) bool {
	name, does, _ := strings.Cut(bare(text), " ")
	verb, _, _ := strings.Cut(does, " ")
	return mention.Key(name) == s.key && strings.HasSuffix(verb, "s")
}

// best quotes the strongest line that names s near its beginning and can be quoted whole.
func (b *book) best(s *subject) string {
	for _, i := range b.ranked(b.sinceGone(s)) {
		l := &b.Lines[i]
		if !l.Alone || !l.Lasts || l.Intro == 0 || l.Loose() {
			continue
		}
		said := whole(opening(l.Text), describeMost)
		if !points().MatchString(said) && !strings.HasSuffix(said, "…") &&
			strings.Contains(strings.ToLower(said[:min(len(said), describeMost/3)]), strings.ToLower(s.title)) {
			return sentence(said)
		}
	}
	return ""
}

// points matches a word that a description leaves without what it stands for.
var points = lazy.Regexp(`(?i)\b(?:this|these|those|dies(?:e[mnrs]?)?|est[aeo]s?|cette|ceci)\b`)

// defines matches the words with which languages say what the thing that a line begins with is.
var defines = lazy.Regexp(`^[^.;:!?]{0,60}?(?i:\b(?:is|are) (?:an?|the|one|where|how|what|used|not)\b|\bmeans\b|\bist (?:eine?|der|die|das)\b|\b(?:es|est|é|era) (?:une?|uma?|una?|el|la|le|o|a)\b|— это|это|とは|は|是)`)

// reported matches, in languages other than English, what was done, not what is.
var reported = lazy.Regexp(`ました|\b(?:wurden?|ha sido|se ha|a été|ont été|foi|foram)\b|已经?(?:更新|添加|修复|删除)|(?:обновл|добавл|исправл)ен`)

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

// strength returns how well a line says what s is, 0 for not at all. It begins with the name and introduces it; one
// that defines it scores most, and one that says what it does not do least.
func (b *book) strength(i int32, s *subject) int {
	l := &b.Lines[i]
	if l.Intro == 0 || l.Loose() || !b.Stands(i) || !l.Opens(s.id) {
		return 0
	}
	return l.Intro
}

// introduction scores how a line introduces what it begins with.
func introduction(kind daily.Kind, text string) int {
	text = prose.Inline(opening(text))
	return 2 + weight(kind) + 10*prose.Bit(defines().MatchString(text)) - 3*prose.Bit(denies().MatchString(text))
}

// denies matches a sentence that begins with what something does not do.
var denies = lazy.Regexp(`^(?i)[^.;:!?]{0,40}\b(?:not|never|no|cannot|can['’]t|doesn['’]t|don['’]t|isn['’]t|aren['’]t|won['’]t)\b`)

// explains reports whether a line that begins with a name can introduce it: a statement that holds beyond its day.
func explains(kind daily.Kind, line string) bool {
	text := prose.Inline(opening(line))
	n := width(text)
	return weight(kind) > 1 && n >= shortest && n <= 240 && !strings.ContainsAny(text, "?？") && !colonLed(text) && !reported().MatchString(text) &&
		!passing().MatchString(text) && whole(opening(line), describeMost) != ""
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

// entriesOf returns the entries of lines, in the order of the lines.
func (b *book) entriesOf(lines []int32) []int32 {
	out := make([]int32, len(lines))
	for n, i := range lines {
		out[n] = b.Lines[i].Entry
	}
	return out
}

// span returns the first and the last day of entries.
func (b *book) span(entries []int32) string {
	first, last := b.Entries[entries[0]].Date.Day(), b.Entries[entries[len(entries)-1]].Date.Day()
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

// clearFirst moves the lines that need another one to be understood after the others.
func (b *book) clearFirst(lines []int32) []int32 {
	out := make([]int32, 0, len(lines))
	for _, put := range []bool{false, true} {
		for _, i := range lines {
			if b.Lines[i].Alone != put {
				out = append(out, i)
			}
		}
	}
	return out
}

// quoted are the kinds that state something; a question or a task does not.
var quoted = []daily.Kind{daily.Decision, daily.Lesson, daily.Preference, daily.Fact}
