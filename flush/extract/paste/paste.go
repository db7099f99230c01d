// Package paste tells what a person typed from what they pasted: mails, attachments, messages of a chat,
// conversations, and the output of any program, which is told by the shape of its lines.
package paste

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Without returns a person's message without what others or programs wrote. Its line breaks stay. Fenced code
// and quotations stay, too: their marks tell them.
func Without(text string) string {
	text = withoutDialogue(WithoutElements(strings.ReplaceAll(text, "[image]", " "), true))
	text = tripled().ReplaceAllStringFunc(text, func(q string) string { return strings.Repeat("\n", strings.Count(q, "\n")) })
	lines := strings.Split(text, "\n")
	s := sheet{lines: lines, words: make([]string, len(lines)), as: make([]evidence, len(lines))}
	fence := ""
	for i, l := range lines {
		marks, _ := prose.Fence(l)
		switch {
		case fence != "":
			if strings.HasPrefix(marks, fence) {
				fence = ""
			}
		case marks != "":
			fence = marks
		default:
			s.words[i] = strings.TrimSpace(l)
			s.as[i] = printed(l)
		}
	}
	s.settings()
	s.prefixes()
	s.prompts()
	s.spread()
	s.letters()
	s.talk()
	s.handed()
	s.wrapped()
	for i, e := range s.as {
		if e == certain {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// evidence says how certain it is that nobody typed a line.
type evidence uint8

const (
	likely evidence = iota + 1 // certain beside a line that is
	certain
)

// A sheet is a message by line.
type sheet struct {
	lines []string
	words []string // each line without white space around it; "" inside a fence
	as    []evidence
}

// settings marks runs of "key: value" lines, three and more, or two of which one is indented: a file of
// settings. A value of many words is a rule that somebody writes.
func (s *sheet) settings() {
	for i := 0; i < len(s.lines); {
		k, deep := i, false
		for k < len(s.lines) && configLine().MatchString(s.lines[k]) && len(strings.Fields(s.words[k])) <= 4 {
			deep = deep || s.lines[k][0] == ' ' || s.lines[k][0] == '\t'
			k++
		}
		if k-i >= 3 || k-i == 2 && deep {
			s.mark(i, k)
		}
		i = max(k, i+1)
	}
}

func (s *sheet) mark(from, to int) {
	for i := from; i < to; i++ {
		s.as[i] = certain
	}
}

// prefixes marks the lines that share what they begin with, where that is no word: "[web] ", "#9 ", "remote: ".
func (s *sheet) prefixes() {
	seen := make(map[string]int)
	for round := range 2 {
		for i, w := range s.words {
			first, rest, _ := strings.Cut(w, " ")
			sign := strings.ContainsAny(first, "[]<>{}#|=$%&@^")
			if levels().MatchString(w) {
				first, sign = "ERROR", true
			}
			switch {
			case len(first) < 2, rest == "", !sign && !strings.HasSuffix(first, ":"), strings.Trim(first, "#>") == "", ownLabel().MatchString(first):
			case round == 0:
				seen[first]++
			case seen[first] > 2, seen[first] > 1 && sign:
				s.as[i] = certain
			}
		}
	}
}

// ownLabel matches a label that people write before each of several tasks or rules.
var ownLabel = lazy.Regexp(`(?i)^(?:to-?dos?|tasks?|rules?|decisions?|decided|remember|notes?|preferences?|wish(?:es)?|important|always|never|aufgaben?|regeln?|entscheidung(?:en)?|merke?|wichtig|immer|nie|tareas?|reglas?|decisi(?:ón|ones)|recuerda|importante|siempre|nunca|tâches?|règles?|décisions?|rappel|toujours|jamais|tarefas?|regras?|decis(?:ão|ões)|sempre|задач[аи]|правил[оа]|решени[ея]|важно)[:：]$`)

// prompts marks what was typed at a shell and its output, up to an empty line.
func (s *sheet) prompts() {
	on := false
	for i, w := range s.words {
		if on = w != "" && (on || shellPrompt().MatchString(w) && i+1 < len(s.words) && s.words[i+1] != ""); on {
			s.as[i] = certain
		}
	}
}

// spread marks the likely lines before certain ones and, up to the last likely line of a paragraph, what
// stands behind them; then the lines between certain ones without an empty line on both sides.
func (s *sheet) spread() {
	for i := len(s.as) - 2; i >= 0; i-- {
		if s.as[i] == likely && s.as[i+1] == certain {
			s.as[i] = certain
		}
	}
	last := -1 // certain, in this paragraph
	for i, e := range s.as {
		switch {
		case s.words[i] == "":
			last = -1
		case e == certain:
			last = i
		case e == likely && last >= 0:
			s.mark(last, i+1)
			last = i
		}
	}
	last = -1
	for i, e := range s.as {
		if e != certain {
			continue
		}
		if last >= 0 && last+1 < i && (s.words[last+1] != "" || s.words[i-1] != "") {
			s.mark(last+1, i)
		}
		last = i
	}
}

// wrapped marks what was copied from a window that wraps long lines: lines far wider than an editor wraps, two
// and more, go on in the next, in the middle of a sentence.
func (s *sheet) wrapped() {
	var at []int
	for i := 0; i+1 < len(s.words); i++ {
		next, _ := utf8.DecodeRuneInString(s.words[i+1])
		if n := utf8.RuneCountInString(s.words[i]); n > 100 && n < 260 && unicode.IsLower(next) && !strings.ContainsAny(s.words[i][len(s.words[i])-1:], ".!?:") {
			at = append(at, i)
		}
	}
	for _, i := range at {
		if len(at) > 1 {
			s.mark(i, i+2)
		}
	}
}

// WithoutElements removes the elements that programs use, attachments and reminders, with their content, and
// if long those of HTML that span lines.
func WithoutElements(text string, long bool) string {
	var kept strings.Builder
	found := map[string]int{} // where a word stands next
	next := func(word string, from int) int {
		if at, ok := found[word]; ok && at >= from {
			return at
		}
		at := len(text)
		if n := strings.Index(text[from:], word); n >= 0 {
			at = from + n
		}
		found[word] = at
		return at
	}
	done := 0 // so much of text is kept or left out
	for _, m := range element().FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		closer := "</" + name + ">"
		end := next(closer, m[1])
		if m[0] < done || end == len(text) || m[0] > 0 && text[m[0]-1] == '`' || prose.HTML(name) && !(long && next("\n", m[1]) < end) {
			continue
		}
		kept.WriteString(text[done:m[0]] + "\n")
		done = end + len(closer)
	}
	return kept.String() + text[done:]
}

// withoutDialogue removes a conversation that was pasted: from the first line that one of its sides begins
// to the end of the message. A single label is the person's own.
func withoutDialogue(text string) string {
	found := speaker().FindAllStringIndex(text, -1)
	for _, m := range found {
		if text[m[0]:m[1]] != text[found[0][0]:found[0][1]] {
			return text[:found[0][0]]
		}
	}
	return text
}

// Labelled reports whether a line of a text begins with a side of a conversation: "User: …". Of an item, "User"
// may be a word like others.
func Labelled(text string, item bool) bool {
	if item {
		return sides().MatchString(text)
	}
	return speaker().MatchString(text)
}

var (
	// Several lines between three quotation marks.
	tripled = lazy.Regexp(`(?s)"""[^"\n]*\n.*?"""|'''[^'\n]*\n.*?'''`)
	element = lazy.Regexp(`<([a-zA-Z][\w-]{2,})\b[^<>\n]*>`)
	speaker = lazy.Regexp(`(?m)^[ \t>*_#]*(User|Human|Person|Assistant|Agent|System|AI|Bot|Claude|Benutzer|Usuario|Usuário|Utilisateur|Assistent|Asistente|Assistente|Пользователь|Ассистент|用户|助手|ユーザー|アシスタント)[*_]*[:：]|(?m)^\[(?:user|human|assistant|system|agent)\]`)
	// Sides that are no words of a data model.
	sides       = lazy.Regexp(`(?m)^[*_]*(?:Human|Assistant|Assistent|Asistente|Assistente|Ассистент|助手|アシスタント)[*_]*[:：]`)
	configLine  = lazy.Regexp(`^\s*["\w.-]+:(?: +\S.*)?$|^\s*- ["\w.-]+:(?: +\S+)?$|^\s+- \S+$`)
	shellPrompt = lazy.Regexp(`^(?:❯|➜|\$ |>>> |% |\w+@[\w.-]+[:~]|(?:PS )?[A-Z]:\\\S*>|HTTP/\d)`)
	levels      = lazy.Regexp(`^(?:FATAL|ERROR|WARN|WARNING|INFO|DEBUG|TRACE|PANIC|FAIL|FAILED|CRITICAL|SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|FROM|RUN|CMD|COPY|ENV|ENTRYPOINT|WORKDIR) `)
)
