package transcript

import (
	"regexp"
	"strings"
)

const (
	askTool  = "AskUserQuestion"
	planTool = "ExitPlanMode"
)

// rejected are the heads of tool results by which the client says that a person refused.
var rejected = []string{
	"The user doesn't want to proceed with this tool use",
	"The user doesn't want to take this action",
	"The user does not want to proceed with this tool use",
	"User rejected tool use",
	"User chose to stay in plan mode",
	"The agent proposed a plan that was rejected by the user",
	"Permission for this tool use was denied",
}

var reasonAfter = []string{
	"the user said:",
	"The user provided the following reason for the rejection:",
	"The user provided the following feedback:",
}

// refusal reports whether an error text is a person's refusal, and the reason they gave.
func refusal(text string) (reason string, ok bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "Error: ")
	for _, h := range rejected {
		ok = ok || strings.HasPrefix(text, h)
	}
	if !ok {
		return "", false
	}
	for _, mark := range reasonAfter {
		if _, after, found := strings.Cut(text, mark); found {
			return dropNote(clean(after)), true
		}
	}
	return "", true
}

// dropNote cuts the advice to the model that some clients put after a reason.
func dropNote(text string) string {
	text, _, _ = strings.Cut(text, "\n\nNote: The user's next message")
	return strings.TrimSpace(text)
}

// An answer is what a person chose when the agent asked.
type answer struct{ question, text string }

// answers reads the answers from a toolUseResult, in the order the questions were asked.
func answers(result []byte) []answer {
	c := cursor{b: result}
	var order []string
	given := map[string]string{}
	notes := map[string]string{}
	var keys []string
	for o := c.object(); o.next(); {
		switch string(o.key) {
		case "questions":
			order = questions(&c)
		case "answers":
			for m := c.object(); m.next(); {
				q := m.key.String()
				keys = append(keys, q)
				given[q] = strings.TrimSpace(answerText(&c))
			}
		case "annotations":
			for m := c.object(); m.next(); {
				q := m.key.String()
				notes[q] = note(&c)
			}
		default:
			c.skip()
		}
	}
	var out []answer
	for _, q := range append(order, keys...) {
		text := given[q]
		delete(given, q)
		if n := notes[q]; n != "" && text != "" && n != text {
			text += "\n" + n
		}
		if text != "" {
			out = append(out, answer{strings.TrimSpace(q), text})
		}
	}
	return out
}

// questions reads the questions of an AskUserQuestion call or result.
func questions(c *cursor) (out []string) {
	for a := c.array(); a.next(); {
		if c.peek() != '{' {
			c.skip()
			continue
		}
		for o := c.object(); o.next(); {
			if string(o.key) == "question" {
				out = append(out, c.text().String())
			} else {
				c.skip()
			}
		}
	}
	return out
}

// answerText reads one answer: a string, or a list of them.
func answerText(c *cursor) string {
	if c.peek() != '[' {
		return c.text().String()
	}
	var parts []string
	for a := c.array(); a.next(); {
		if s, ok := c.str(); ok {
			parts = append(parts, s.String())
		}
	}
	return strings.Join(parts, ", ")
}

func note(c *cursor) (text string) {
	if c.peek() == '"' {
		return c.text().String()
	}
	for o := c.object(); o.next(); {
		if string(o.key) == "notes" {
			text = strings.TrimSpace(c.text().String())
		} else {
			c.skip()
		}
	}
	return text
}

const answeredHead = "User has answered your questions:"

var pair = regexp.MustCompile(`(?s)"(.+?)"="(.*?)"( user notes: (.+?))?(?:, "|\. You can now|\s*$)`)

// answersIn reads the answers from the text of a tool result, for rows that carry no
// toolUseResult.
func answersIn(text string) (out []answer) {
	_, text, ok := strings.Cut(text, answeredHead)
	for ok {
		m := pair.FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		a := answer{strings.TrimSpace(text[m[2]:m[3]]), strings.TrimSpace(text[m[4]:m[5]])}
		if m[8] >= 0 {
			a.text += "\n" + strings.TrimSpace(text[m[8]:m[9]])
		}
		if a.text != "" {
			out = append(out, a)
		}
		if !strings.HasSuffix(text[:m[1]], `, "`) {
			break
		}
		text = text[m[1]-1:]
	}
	return out
}

// approvedPlan returns the plan a person approved, from the result of an ExitPlanMode call.
func approvedPlan(text string, result []byte) string {
	if !strings.HasPrefix(text, "User has approved") {
		return ""
	}
	c := cursor{b: result}
	plan := ""
	for o := c.object(); o.next(); {
		if string(o.key) == "plan" {
			plan = c.text().String()
		} else {
			c.skip()
		}
	}
	if plan == "" {
		_, plan, _ = strings.Cut(text, "## Approved Plan")
		_, plan, _ = strings.Cut(plan, "\n")
	}
	return strings.TrimSpace(plan)
}
