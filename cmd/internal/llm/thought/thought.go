// Package thought makes what a model printed fit to be kept, and takes its thoughts from it.
package thought

import "strings"

// Clean makes text fit to be kept.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return '\n'
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xfeff:
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// marks are what stands before and behind the thoughts of models, in lower case. A tag whose last letter is open may have
// attributes. Where nothing ends a thought that is not sure, it is none.
var marks = []struct {
	open, shut string
	unsure     bool
}{
	{open: "<think", shut: "</think>"},
	{open: "<thinking", shut: "</thinking>"},
	{open: "<thought", shut: "</thought>"},
	{open: "<thoughts", shut: "</thoughts>"},
	{open: "<reasoning", shut: "</reasoning>"},
	{open: "<reflection", shut: "</reflection>"},
	{open: "<scratchpad", shut: "</scratchpad>"},
	{open: "<seed:think", shut: "</seed:think>"},
	{open: "<|think|>", shut: "<|/think|>"},
	{open: "<|begin_of_thought|>", shut: "<|end_of_thought|>"},
	{open: "<|start_thinking|>", shut: "<|end_thinking|>"},
	{open: "<|channel>thought\n", shut: "<channel|>"},
	{open: "<unused94>", shut: "<unused95>"},
	{open: "[think]", shut: "[/think]"},
	{open: "◁think▷", shut: "◁/think▷"},
	{open: "<|channel|>analysis", shut: "<|channel|>final"},
	{open: "<|channel|>commentary", shut: "<|channel|>final"},
	{open: "analysis", shut: "assistantfinal", unsure: true}, // where a server left the marks out
	{open: "here is my thought process:", shut: "here is my response:", unsure: true},
}

// frames are what stands around an answer that has channels.
var frames = []string{"<|start|>assistant", "<|channel|>final", "<|message|>", "<|end|>", "<|return|>", "<|begin_of_solution|>", "<|end_of_solution|>",
	"<|start_response|>", "<|end_response|>"}

// Without removes the blocks in which a model thinks aloud, each of which begins a line, and reports whether the last of
// them ends. Some servers leave out the mark that opens the first.
func Without(s string) (string, bool) {
	for again := true; again; {
		again = false
		s = strings.TrimSpace(s)
		low := strings.ToLower(s)
		if len(low) != len(s) {
			low = s
		}
		for _, f := range frames {
			if strings.HasPrefix(low, f) {
				s, again = s[len(f):], true
			} else if strings.HasSuffix(low, f) {
				s, again = s[:len(s)-len(f)], true
			}
			if again {
				break
			}
		}
		for k := 0; k < len(marks) && !again; k++ {
			from, end := find(low, marks[k].open, marks[k].shut)
			switch {
			case from < 0 || marks[k].unsure && (from > 0 || end < 0 || !strings.HasPrefix(low, marks[k].open)):
			case end < 0:
				return "", false
			default:
				s, again = s[:from]+s[end:], true
			}
		}
	}
	return s, true
}

// find returns where the first thought between two marks begins and ends: from is -1 if there is none, end if it has no end.
func find(low, open, shut string) (from, end int) {
	for from = 0; ; from++ {
		k := strings.Index(low[from:], open)
		if k < 0 {
			break
		}
		from += k
		line := strings.TrimRight(low[:from], " \t")
		if line != "" && !strings.HasSuffix(line, "\n") || strings.Count(line, "```")%2 == 1 || !opens(low[from:], open) {
			continue
		}
		if end = strings.Index(low[from:], shut); end < 0 {
			return from, -1
		}
		return from, from + end + len(shut)
	}
	if end = strings.Index(low, shut); end >= 0 && !strings.Contains(low[:end], open) && endsLine(low[end+len(shut):]) {
		return 0, end + len(shut)
	}
	return -1, 0
}

// opens reports whether a text begins with a mark, and not with a longer tag.
func opens(text, mark string) bool {
	rest, ok := strings.CutPrefix(text, mark)
	tag := mark[0] == '<' && mark[1] != '|' && !strings.HasSuffix(mark, ">")
	return ok && (!tag || strings.HasPrefix(rest, ">") || strings.HasPrefix(rest, " "))
}

// endsLine reports whether nothing more follows on a line.
func endsLine(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line) == ""
}
