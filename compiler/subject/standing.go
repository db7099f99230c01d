package subject

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/compiler/subject/trait"
	"github.com/agent-admin/memoria/daily"
)

// A project's article opens with what holds in it: of the lines that are understood by themselves those that say most
// of what to do and why, the newest first among equals.
const (
	maxRules   = 6 // standing preferences
	maxReasons = 8 // decisions and lessons
	standLeast = 2 // what such a line is worth at least
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
		case l.Loose() || !l.Alone || l.Shaken || b.worthOf(i) < standLeast:
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

// worth scores how much a line says about what to do from now on, and why; a mere report of a step scores nothing.
func worth(l *topic.Line) int {
	return l.Traits.Get(trait.Worth, func() int { return worthIn(l) })
}

func worthIn(l *topic.Line) int {
	text := l.Plain
	m := markers()
	if n := width(text); n < shortest || n > 320 || m.passing.MatchString(text) {
		return 0
	}
	if l.Kind == daily.Preference {
		return ruleOf(l)
	}
	if strings.Contains(text, `?" – `) { // what a person chose, unless it is a question again
		return 2 * topic.Bit(!strings.HasSuffix(text, "?") && !m.asked.MatchString(text))
	}
	if m.torn.MatchString(text) {
		return 0
	}
	n := 1
	if m.why.MatchString(text) {
		n += 2
	}
	if m.contrast.MatchString(text) {
		n++
	}
	if m.choice.MatchString(text) {
		n++
	} else if strings.Contains(text, "?") {
		n = 0
	}
	for _, re := range []*regexp.Regexp{m.report, m.moment, m.self} {
		n -= 2 * topic.Bit(re.MatchString(text))
	}
	n -= topic.Bit(m.place.MatchString(text)) + topic.Bit(colonLed(text) || strings.HasPrefix(text, "~"))
	return n
}

// ruleOf scores how certainly a preference is a permanent rule: it says so, or is an order.
func ruleOf(l *topic.Line) int {
	return l.Traits.Get(trait.Rule, func() int { return ruleIn(l) })
}

func ruleIn(l *topic.Line) int {
	text := l.Plain
	m := markers()
	if strings.ContainsAny(text, "?？") {
		return 0
	}
	if m.order.MatchString(text) {
		return 3
	}
	if lacking().MatchString(text) || strings.HasPrefix(text, "(") || m.place.MatchString(text) || m.self.MatchString(text) {
		return 0
	}
	first, _, _ := strings.Cut(text, " ")
	if m.always.MatchString(text) {
		return 3
	}
	r := mention.Lexicon()[strings.ToLower(strings.TrimRight(first, ",:"))]
	if r&(mention.Det|mention.Joint|mention.Aux) != 0 || m.once.MatchString(text) {
		return 0
	}
	return 1 + topic.Bit(toDo(l))
}

// lacking matches what begins with its verb, so that nobody knows what it is said of.
var lacking = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:must|should|is|are|has|needs?)\b`) })

type patterns struct{ why, contrast, choice, report, moment, place, self, order, always, once, passing, asked, torn *regexp.Regexp }

// markers match words that distinguish reasons, limits and rules from reports.
var markers = sync.OnceValue(func() *patterns {
	re := regexp.MustCompile
	return &patterns{
		why: re(`(?i)\b(because|so that|instead of|rather than|otherwise|due to|to avoid|avoids?|in order to|must|never|always|since|prevents?|to keep|weil|damit|statt|porque|para que|en vez de|em vez de|parce que|afin|au lieu)\b` +
			`|потому|чтобы|вместо|因为|而不是|避免|为了|必须|から|ため|代わり`),
		contrast: re(`(?i), not |\b(only|without|unless|except|even (if|though|when)|but|although|unlike|cannot|can't|don't|doesn't|does not|won't|no longer|needs? (an?|to)|nur|ohne|sin|sem|sans|seulement)\b|只|不会|没有|だけ|しない|только|без`),
		choice:   re(`\?"? \S|(?i)\brecommended\)`),
		report: re(`(?i)^(not changed|unchanged|nothing changed|skipped|left as (it )?is)\b|^(i |i've |i have |all |also |now )*(now |also )?(added|removed|deleted|created|updated|fixed|changed|moved|renamed|swapped|implemented|replaced|bumped|merged|pushed|committed|refactored|verified|ran|kept|wrote|written|rewrote|extracted|cleaned|resolved|dropped|wired|folded|killed|clarified|simplified|corrected|precomputed|exported|restored|landed|tagged|documented|switched|plan written|done|draft|drafted|opened)\b` +
			"|^[^:]{1,80}: (now |also )?(added|removed|deleted|created|updated|fixed|changed|moved|renamed|kept|now)\\b|^(the|your) (fix|error|pr|document|test|tests) |" +
			"^`[^`]+` ?(—|-|–|:) "),
		moment:  re(`(?i)^(the|this|that|try|line)\b.{0,30}\b(issue|problem|bug|cause|reason|error|fix)\b.{0,20}(is|was)\b|\b(still|yet|currently|right now|as we confirmed|this session|session [A-Z]|has been|have been|was already|try)\b|(?i)\bthis (?:field|function|test|file|case|issue|bug|error|method|fix|approach|value|flag|conversation)\b|\bthe (?:old|new|previous) version\b|^(?:branch|pr|epic|build) |\b(?:Finding|Option|Comment|Step|Issue|Task|Phase|Fix) #?\d|(?i)\bsay the word\b|^[("]|^However|^(?i)(these|those|this|that|both|such|here)\b`),
		place:   re(`\blines? \d+|\.[a-z]{1,4}:\d+|(?i)\bPR #?\d+|#\d+\b`),
		self:    re(`(?i)^(i|i'm|i'd|i've|i'll|my|let me|but|and|so|then|yes|no,|ok|also)\b|\bI\b|\b(i'll|i'm|i've|i'd)\b|(?i)\b(your|you've|you're|my)\b`),
		order:   re(`(?i)^(ok,? |but |and |so |please |bitte )*(always|never|don't|do not|prefer|avoid|from now on|immer|nie|keine?|we (?:explicitly )?(?:don't want|never want|always want|prefer)|niemals|siempre|nunca|toujours|sempre)\b`),
		always:  re(`(?i)^(please )?(no |use|only)\b|\b(always|every|from now on|by default|prefer|should (not|never)|shouldn't|must|in general|immer|nie|niemals|siempre|nunca|toujours|jamais|sempre)\b|всегда|никогда|不要|总是|始终|必须|必ず|常に|should .*\b(any|all)\b`),
		once:    re(`(?i)^(please )?(can|could|would|generate|find|give|show|look|check|review|merge|commit|push|try|let's|let|run|continue|go|it|make a|update|add|fix|create|remove)\b`),
		asked:   re(`(?i)\b(?:this|fix|change|now|tagging|release|push|pr|comment|branch|review)\b[^"]*\?" – `),
		torn:    re(`(?i)^(?:the (?:fix|reasoning|split|dependency|comment|simplest|code|change|changes|remote|remaining|recent|next|key)\b|when it\b|bottom line|after the\b|before the\b|subtle|minor\b|questionable|desired|possible\b|if (?:it|you|we)\b|whether\b|(?:pros|cons):)`),
		passing: re(`https?://|(?i)\b(this|the) (pr|commit|branch|diff|plan)\b|\bpre-existing\b|\bhas \d+ occurrences\b|\((goconst|gosec|noctx|errcheck|govet|staticcheck|revive)\)`),
	}
})
