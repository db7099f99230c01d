package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// A project's article opens with what holds in it: of the lines that are understood by themselves and
// last, decisions before lessons, the newest first.
const (
	maxRules   = 6 // standing preferences
	maxReasons = 8 // decisions and lessons
	ofSession  = 3 // lines of one session among each of them: one long plan is not what holds in a project
)

// shortest is the least width of a line that says why or when.
const shortest = 20

// standing picks from the lines of a project those that hold beyond their day: preferences first, then decisions and
// lessons.
func (b *book) standing(lines []int32) []int32 {
	var rules, reasons []int32
	said := make(map[string]bool)
	from := make(map[sitting]int)
	for _, i := range b.ranked(lines) {
		l := &b.Lines[i]
		to, most := &reasons, maxReasons
		at := sitting{b.Entries[l.Entry].Session, l.Kind == daily.Preference}
		switch {
		case l.Loose() || !l.Alone || !l.Lasts || l.Kind == daily.Preference && !l.Rules:
			continue
		case l.Kind == daily.Preference:
			to, most = &rules, maxRules
		case l.Kind != daily.Lesson && l.Kind != daily.Decision:
			continue
		}
		// A repeated statement is one point with two citations.
		if said[l.Text] || len(*to) < most && (at.session == "" || from[at] < ofSession) {
			*to = append(*to, i)
			said[l.Text] = true
			from[at]++
		}
	}
	return slices.Concat(rules, reasons)
}

// A sitting counts the rules, or the reasons, of one session.
type sitting struct {
	session string
	rules   bool
}

// lasts reports whether a line may hold beyond its day: it is a statement of some length, and neither a report of a step, nor
// about one place in the code, nor what stood below a heading. How much a line says cannot be told by its words.
func lasts(plain string) bool {
	n := width(plain)
	return n >= shortest && n <= 320 && !strings.HasSuffix(plain, "?") && !passing().MatchString(plain) && (!labelled(plain) || always().MatchString(plain))
}

// labelled reports whether a line begins with a few words that are no sentence: "Commit subject: ...".
func labelled(text string) bool {
	const few = 24 // bytes
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	i := strings.Index(text, ": ")
	return i > 0 && i < few && mention.Lexicon()[first]&mention.Det == 0 // "The root cause: ..."
}

// passing matches a report of what was done, what is said of the moment, and a place in the code.
var passing = lazy.Regexp(`^(?i)(?:i |i've |i have |all |also |now )*(?:now |also )?(?:not changed|unchanged|skipped|added|removed|deleted|created|updated|fixed|changed|moved|renamed|implemented|replaced|bumped|merged|pushed|committed|refactored|verified|ran|wrote|rewrote|extracted|cleaned|resolved|dropped|exported|restored)\b` +
	`|^[^:]{1,80}: (?:now |also )?(?:added|removed|deleted|created|updated|fixed|changed|moved|renamed|kept|now)\b|\blines? \d+|\.[a-z]{1,4}:\d+|(?i)\bpr #?\d+|#\d+\b` +
	"|^`?[\\w./-]+\\.[a-z]{1,4}`?(?: \\([^)]*\\))?(?::| -) " +
	`|(?i)\b(?:still|currently|right now|this session|as we confirmed)\b|(?i)\bthis (?:field|function|test|file|case|issue|bug|error|method|fix|pr|commit|branch|diff)\b`)

// bookkeeping matches what is said of the work and not of what was made: commits by their hash, entries of a changelog, tests that
// passed, and what a reviewer said.
var bookkeeping = lazy.Regexp("^`?[0-9a-f]{7,12}`? |" + `(?i)\bchangelog\b|\bPR (?:description|title|body)\b|\b(?:suite|tests?|ci|build|all|everything|tree)(?: \w+)?(?: is| are| stays?)? green\b|\bsay the word\b|\b(?:the|this) (?:report|reviewer|verifier)\b|\bworth a separate pass\b|^(?:pros|cons):|\bhas been created\b|\bno-ship\b|\b(?:finding|comment) #?\d|\bnolint\b|\bthe linter\b|\bverdict\b|\btests? (?:all )?pass(?:es|ed)?\b`)

// ruled reports whether a preference is certainly a permanent rule: it says so, or is an order.
func ruled(plain string) bool {
	return !strings.ContainsAny(plain, "?？") && !passing().MatchString(plain) && (always().MatchString(plain) || toDo(plain) && !once().MatchString(plain))
}

var (
	always = lazy.Regexp(`(?i)^(?:ok,? |but |and |so |please |bitte )*(?:don't|do not|no|use|only|avoid|keine?)\b|\b(?:always|never|every|from now on|by default|prefer|should (?:not|never)|shouldn't|must|in general|immer|nie|niemals|siempre|nunca|toujours|jamais|sempre)\b|всегда|никогда|不要|总是|始终|必须|必ず|常に`)
	once   = lazy.Regexp(`(?i)^(?:please )?(?:can|could|would|generate|find|give|show|look|check|review|merge|commit|push|try|let's|let|run|continue|go|make a|update|add|fix|create|remove|implement)\b`)
)
