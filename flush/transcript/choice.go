package transcript

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

const (
	askTool  = "AskUserQuestion"
	planTool = "ExitPlanMode"
	todoTool = "TodoWrite"
)

// unlooked are the tools whose answers say nothing of the work: what is kept of them is kept otherwise, or they list what
// others wrote.
var unlooked = prose.Set("AskUserQuestion ExitPlanMode TodoWrite ToolSearch WebSearch Skill")

// refusals are the beginnings of tool results by which clients say that a person refused.
var refusals = []string{
	"The user doesn't want to proceed with this tool use",
	"The user does not want to proceed with this tool use",
	"The user doesn't want to take this action",
	"Permission for this tool use was denied",
	"User rejected tool use",
	"User chose to stay in plan mode",
	"The agent proposed a plan that was rejected by the user",
}

// reasonMarks precede a person's reason.
var reasonMarks = []string{
	"the user said:",
	"The user provided the following reason for the rejection:",
}

// refusal reports whether an error text is a person's refusal, and the reason they gave.
func refusal(text string) (reason string, ok bool) {
	text = strings.TrimPrefix(untag(strings.TrimPrefix(strings.TrimSpace(text), "Error: ")), "Error: ")
	if !slices.ContainsFunc(refusals, func(h string) bool { return strings.HasPrefix(text, h) }) {
		return "", false
	}
	for _, mark := range reasonMarks {
		if _, after, found := strings.Cut(text, mark); found {
			after, _, _ = strings.Cut(after, "\n\nNote: The user's next message") // advice to the model
			return clean(after), true
		}
	}
	return "", true
}

// An answer is what a person chose when the agent asked.
type answer struct{ question, text string }

// answers reads a toolUseResult of AskUserQuestion, in the order the questions were asked.
func answers(result []byte) (out []answer) {
	var order []string
	given, notes := map[string]string{}, map[string]string{}
	c := jsonscan.Scanner{Data: result}
	for key := range c.Members() {
		switch string(key) {
		case "questions":
			order = append(questions(&c), order...)
		case "answers":
			for name := range c.Members() {
				q := jsonscan.Repair(name)
				order = append(order, q)
				given[q] = Tidy(answerText(&c))
			}
		case "annotations":
			for name := range c.Members() {
				notes[jsonscan.Repair(name)] = note(&c)
			}
		default:
			c.Skip()
		}
	}
	for _, q := range order {
		if text := withNote(given[q], notes[q]); text != "" {
			out = append(out, answer{Tidy(q), text})
		}
		delete(given, q)
		delete(notes, q)
	}
	return out
}

func withNote(text, note string) string {
	switch {
	case note == "" || note == text:
		return text
	case text == "":
		return note
	}
	return text + "\n" + note
}

// questions reads the questions of an AskUserQuestion call or result: a list, or a string that
// holds one.
func questions(c *jsonscan.Scanner) (out []string) {
	if c.Peek() == '"' {
		c = &jsonscan.Scanner{Data: []byte(c.Text().String())}
	}
	for range c.Elements() {
		if c.Peek() != '{' {
			c.Skip()
			continue
		}
		for key := range c.Members() {
			if string(key) == "question" {
				out = append(out, c.Text().String())
			} else {
				c.Skip()
			}
		}
	}
	return out
}

// answerText reads one answer: a string, or a list of them.
func answerText(c *jsonscan.Scanner) string {
	if c.Peek() != '[' {
		return c.Text().String()
	}
	var parts []string
	for range c.Elements() {
		if s, ok := c.TextOK(); ok {
			parts = append(parts, s.String())
		}
	}
	return strings.Join(parts, ", ")
}

// note reads what a person added to an answer.
func note(c *jsonscan.Scanner) (text string) {
	if c.Peek() == '"' {
		return Tidy(c.Text().String())
	}
	for key := range c.Members() {
		if string(key) == "notes" {
			text = Tidy(c.Text().String())
		} else {
			c.Skip()
		}
	}
	return text
}

// answerHeads begin the text of a tool result that holds answers.
var answerHeads = []string{
	"User has answered your questions:",
	"Your questions have been answered:",
	"The user answered:",
}

// answersIn reads the answers from the text of a tool result, for rows whose toolUseResult
// does not hold them.
func answersIn(text string) []answer {
	text = strings.TrimSpace(text)
	for _, h := range answerHeads {
		if rest, ok := strings.CutPrefix(text, h); ok {
			return pairs(rest, answerPair(), `"`)
		}
	}
	return nil
}

// clarified reads the answers out of a refusal that the client wrote because the person wants
// to talk about the questions first, or has answered enough of them.
func clarified(reason string) (out []answer, ok bool) {
	_, list, ok := strings.Cut(reason, "Questions asked")
	if !ok || !strings.HasPrefix(reason, "The user wants to clarify these questions") &&
		!strings.HasPrefix(reason, "The user has indicated they have provided enough answers") {
		return nil, false
	}
	return pairs(list, clarifyPair(), `- "`), true
}

var (
	answerPair = lazy.Regexp(`(?s)"(.+?)"=(?:"(.*?)"|\(no option selected\))(?: selected preview:\n.*?)?` +
		`(?: (?:user )?notes: (.*?))?(?:, "|\. (?:You can now|Read the answers)|\.?\s*$)`)
	clarifyPair = lazy.Regexp(`(?s)- "(.+?)"\n\s*(?:Answer: (.*?)|\(No answer provided\))` +
		`(?:\n\s*User notes: (.*?))?(?:\n- "|\s*$)`)
)

// pairs reads questions and answers that follow each other; each match may take the opening of
// the next with it.
func pairs(text string, pair *regexp.Regexp, opening string) (out []answer) {
	for {
		m := pair.FindStringSubmatchIndex(text)
		if m == nil {
			return out
		}
		at := func(n int) string {
			if m[n] < 0 {
				return ""
			}
			return Tidy(text[m[n]:m[n+1]])
		}
		if a := withNote(at(4), at(6)); a != "" {
			out = append(out, answer{at(2), a})
		}
		if !strings.HasSuffix(text[:m[1]], opening) {
			return out
		}
		text = text[m[1]-len(opening):]
	}
}

// plan returns the plan in a toolUseResult of ExitPlanMode, or in the result's text.
func plan(text string, result []byte) (plan string) {
	c := jsonscan.Scanner{Data: result}
	for key := range c.Members() {
		if string(key) == "plan" {
			plan = c.Text().String()
		} else {
			c.Skip()
		}
	}
	if plan == "" {
		_, plan, _ = strings.Cut(text, "\n## Approved Plan")
		_, plan, _ = strings.Cut(plan, "\n")
	}
	return Tidy(plan)
}
