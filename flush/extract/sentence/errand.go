package sentence

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// Errand returns of a task the verb that says what to do, in lower case, and what to do it to, without its label and until
// when: "TODO: rotate the key before Friday" is rotate and "the key". The verb is "" where the task begins with none, as far as can be told.
// It knows English.
func Errand(task string) (verb, object string) {
	task = Task(task)
	task = task[len(taskLabel().FindString(task)):]
	if at := byWhen().FindStringIndex(task); at != nil {
		task = task[:at[0]]
	}
	h := Hear(task)
	if len(h.Words) < 2 || !ascii(h.Words[0]) || h.Words[0] == "`" || Personal()[h.Words[0]] {
		return "", ""
	}
	return h.Words[0], task[h.Ends[0]:]
}

// Did reports whether a text speaks of what a verb names as done, in the past of the verb, and whether that is so: what is
// still to be done, or denied, is not.
func Did(text, verb string) (spoken, so bool) {
	if verb == "" {
		return false, false
	}
	forms := everyday.Participles(verb)
	for list := range strings.SplitSeq(irregular, "|") {
		if f := strings.Fields(list); f[0] == verb {
			forms = f[1:]
		}
	}
	words := Hear(text).Words
	for i, w := range words {
		if !slices.Contains(forms, w) || strings.HasSuffix(w, "ing") && verb != "bring" {
			continue
		}
		before := words[max(0, i-3):i]
		if !slices.ContainsFunc(before, func(w string) bool { return pending()[w] || negates(w) }) && !slices.Contains(words, "if") {
			return true, true
		}
		spoken = true
	}
	return spoken, false
}

// Refers reports whether a text speaks of what was spoken of: I pushed it myself.
func Refers(text string) bool {
	words := Hear(text).Words
	return len(words) < 12 && slices.ContainsFunc(words, func(w string) bool { return w == "it" || w == "that" || w == "them" || w == "this" })
}

const irregular = "write wrote written|rewrite rewrote rewritten|send sent|make made|run ran|build built|get got|take took taken|give gave given|tell told|find found|draw drew drawn|do did done|undo undid undone|put put|set set|cut cut|read read|reset reset|split split|choose chose chosen|bring brought|buy bought|pay paid|hide hid hidden|let let|keep kept|leave left|teach taught|throw threw thrown|begin began begun|shut shut|quit quit|drive drove driven|speak spoke spoken"
