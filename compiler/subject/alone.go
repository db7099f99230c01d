package subject

import (
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// leaning matches lines that go on from another one, or are one side of a conversation: nobody understands them who
// reads them below a subject.
var leaning = lazy.Regexp(`^(?i)["'(*_~]*(?:but|and|so|or|then|also|too|like|plus|now|both|such|same|only|even|it|this|that|these|those|they|them|he|she|its|their|after that|here|there|otherwise|instead|nothing|the (?:first|second|other|latter|former|rest|same|diff|following|above|catch|user)|one (?:of|more|product|gap|judgment)|the one|no,?|nah|yes|yeah|yep|ok(?:ay)?|ah+|e?h+m*|hm+|uh|oh|well|alright|good|great|nice|not bad|almost|sure|right|wait|actually|q|step \d+|fix \d+|\d+|option [a-d]|location [a-d]|note|worth|decisive|confirmed|cost|build complete|plan complete|asserts|i['’]m|i am)(?:['’][a-z]+)?(?:\b|$)` +
	`|^\(?#?\d+\b|^[-–—] |^(?i)(?:all (?:two|three|four|five|six)|if (?:it|this|that)|for your|(?:two|three|four|five|six|several) (?:[a-z]+ )?(?:files|commits|issues|things|changes|points|items|options|notes|findings))\b` +
	`|(?i)\b(?:these|those|this)\b(?:[.,;:?!)]|$| (?:on|onto|in|into|to|at|is|are|was|were|do|does|can|as|for|with|from|out|up|somehow|one)\b)` +
	`|(?i)\bthat(?:[.,;:?!)]|$)` +
	`|^(?i)(?:you|your|my|say the word)\b` +
	`|[?？]` +
	`|^(?i)(?:aber|und|also|dann|das|dies|diese|es|sie|pero|y|entonces|esto|eso|mais|et|donc|cela|ça|mas|e|isso|но|и|это|он|она) `)

// opener matches how people begin to say what they wish.
var opener = lazy.Regexp(`^(?i)(?:(?:and|but|so|also|then|ok(?:ay)?|yes|yeah|yep|no|nah|please|well|oh|und|aber|also|dann|ja|nein|bitte|y|pero|sí|et|mais|oui|e|mas|sim|и|но|да|нет)[ ,]+)+`)

// spoken matches what only one who speaks says of himself.
var spoken = lazy.Regexp(`(?:^|[ "(])(?:I|(?i:i['’][a-z]+|my|me|let['’]s))(?:[ ,.;:!)]|$)`)

// alone reports whether a line of a kind is understood by itself.
func alone(text string, kind daily.Kind) bool {
	if kind == daily.Exchange || strings.Contains(text, `?" – `) { // a question, or one and what was decided
		text = strings.ReplaceAll(text, "?", "")
	}
	if kind == daily.Preference || kind == daily.Decision {
		text = opener().ReplaceAllString(text, "")
	}
	if strings.Count(text, ")") > strings.Count(text, "(") && !strings.Contains(text, "`") || leaning().MatchString(text) || kind != daily.Preference && spoken().MatchString(text) {
		return false
	}
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	first, _, _ = strings.Cut(first, "/")
	r := mention.Lexicon()[first]
	switch {
	case strings.HasSuffix(first, "s") && r&(mention.Verb|mention.Third) != 0: // who does is not said: "Sends all in one push"
		return false
	case strings.HasSuffix(first, "ed") && r&mention.Verb != 0:
		return kind == daily.Decision
	}
	return true
}
