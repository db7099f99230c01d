// Package paste tells what a person typed from what they pasted: mails, attachments, messages of a chat,
// conversations, and the output of any program, which is told by the shape of its lines.
package paste

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Without returns a person's message without what others or programs wrote. Its line breaks stay. Fenced code
// and quotations stay, too: their marks tell them.
func Without(text string) string {
	text = withoutDialogue(WithoutElements(strings.ReplaceAll(text, "[image]", " "), true))
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
			case len(first) < 2, rest == "", !sign && !strings.HasSuffix(first, ":"), strings.Trim(first, "#>") == "":
			case round == 0:
				seen[first]++
			case seen[first] > 2, seen[first] > 1 && sign:
				s.as[i] = certain
			}
		}
	}
}

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

// letters marks mails, messages of a chat and comments of a page, from their first line to their end, and
// leaves a question at the end, which may be the person's.
func (s *sheet) letters() {
	from, to := s.mail()
	if from < 0 {
		from, to = s.chat()
	}
	if from < 0 {
		return
	}
	for to == len(s.words) && to > from && (s.words[to-1] == "" || strings.HasSuffix(s.words[to-1], "?")) {
		if to--; s.words[to] != "" {
			break
		}
	}
	s.mark(from, to)
}

// mail returns where a mail begins and ends, -1 without one. Three lines with a label are its head, if one
// has an address or a label that mails have in some language, two lines if both have. So is a line with an
// address that introduces the text, and a salutation that is not the first line of the message. It ends below a name after a
// farewell, a short line that ends no sentence.
func (s *sheet) mail() (from, to int) {
	for i := range s.words {
		k, is, mails := i, false, 0
		for ; k < len(s.words) && headLine().MatchString(s.words[k]); k++ {
			if mailHead().MatchString(s.words[k]) {
				is = true
				mails++
			}
		}
		if i+1 < len(s.words) && wrote().MatchString(s.words[i]) {
			return i, len(s.words)
		}
		if i > 0 && salutation().MatchString(s.words[i]) && i+2 < len(s.words) && s.words[i+1] == "" {
			if end := s.signed(i + 2); end > 0 {
				return i, end
			}
		}
		if k-i < 3 && !(k-i == 2 && mails == 2) || !is || k < len(s.words) && s.words[k] != "" {
			continue
		}
		if end := s.signed(k); end > 0 {
			return i, end
		}
		return i, len(s.words)
	}
	return -1, 0
}

// signed returns where a letter ends that begins at a line: below a name after a farewell; 0 if it has none.
func (s *sheet) signed(from int) int {
	for to := from + 2; to < len(s.words); to++ {
		if farewell(s.words[to-1]) && farewell(s.words[to]) && (to+1 == len(s.words) || s.words[to+1] == "") {
			return to + 1
		}
	}
	return 0
}

// farewell reports whether a line may be a greeting at the end of a mail, or the name below it.
func farewell(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return line != "" && len(strings.Fields(line)) <= 4 && !unicode.IsLower(first) && !strings.ContainsAny(line[len(line)-1:], ".?!:")
}

// chat returns where messages that were copied from a chat or a page begin and end, -1 without any.
func (s *sheet) chat() (from, to int) {
	from, times := -1, 0
	for i, w := range s.words {
		page := pageLine().MatchString(w)
		if !page && !chatLine().MatchString(w) {
			continue
		}
		if times++; from < 0 {
			if from = i; i > 0 && len(w) < 9 && len(strings.Fields(s.words[i-1])) < 4 {
				from-- // the name above its time
			}
		}
		if page {
			return from, len(s.words)
		}
		for to = i + 1; to < len(s.words) && s.words[to] != ""; to++ {
		}
	}
	if times < 2 {
		return -1, 0
	}
	return from, to
}

// WithoutElements removes the elements that programs use, attachments and reminders, with their content, and
// if long those of HTML that span lines.
func WithoutElements(text string, long bool) string {
	var kept strings.Builder
	for {
		m := element().FindStringSubmatchIndex(text)
		if m == nil {
			kept.WriteString(text)
			return kept.String()
		}
		name, to := text[m[2]:m[3]], m[1]
		n := strings.Index(text[to:], "</"+name+">")
		if n < 0 || m[0] > 0 && text[m[0]-1] == '`' || prose.HTML(name) && !(long && strings.Contains(text[to:to+n], "\n")) {
			kept.WriteString(text[:to])
		} else {
			kept.WriteString(text[:m[0]] + "\n")
			to += n + len(name) + 3
		}
		text = text[to:]
	}
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

// printed returns the evidence that a program wrote a line.
func printed(line string) evidence {
	t := strings.TrimSpace(line)
	switch {
	case t == "":
		return 0
	case outputLine().MatchString(t), codeLine().MatchString(t), !listed().MatchString(t) && table().MatchString(t), dense(t):
		return certain
	case likelyLine().MatchString(t), line != t && strings.HasPrefix(line, "  ") && !listed().MatchString(t):
		return likely
	}
	return 0
}

// dense reports whether a line has too many symbols or digits for prose.
func dense(t string) bool {
	t = heading().ReplaceAllString(t, "")
	symbols, digits, n := 0, 0, 0
	code := false
	for _, r := range t {
		switch {
		case r == '`':
			code = !code
		case code:
		case unicode.IsDigit(r):
			digits++
		case r < utf8.RuneSelf && unicode.In(r, unicode.P, unicode.S) && !strings.ContainsRune(".,'\"-/?!_*~:", r):
			symbols++
		}
		if !code {
			n++
		}
	}
	if t == "" {
		return false
	}
	last := t[len(t)-1]
	return symbols*5 > n && n > 8 || digits*3 > n && n > 10 || last == '{' || t == "}" ||
		last == ';' && !listed().MatchString(t) && (symbols > 1 || len(strings.Fields(t)) < 3)
}

func pattern(re string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(re) })
}

var (
	element = pattern(`<([a-zA-Z][\w-]{2,})\b[^<>\n]*>`)
	speaker = pattern(`(?m)^[ \t>*_#]*(User|Human|Person|Assistant|Agent|System|AI|Bot|Claude|Benutzer|Usuario|Usuário|Utilisateur|Assistent|Asistente|Assistente|Пользователь|Ассистент|用户|助手|ユーザー|アシスタント)[*_]*[:：]|(?m)^\[(?:user|human|assistant|system|agent)\]`)
	// Sides that are no words of a data model.
	sides = pattern(`(?m)^[*_]*(?:Human|Assistant|Assistent|Asistente|Assistente|Ассистент|助手|アシスタント)[*_]*[:：]`)

	configLine  = pattern(`^\s*["\w.-]+:(?: +\S.*)?$|^\s*- ["\w.-]+:(?: +\S+)?$|^\s+- \S+$`)
	shellPrompt = pattern(`^(?:❯|➜|\$ |>>> |% |\w+@[\w.-]+[:~]|(?:PS )?[A-Z]:\\\S*>|HTTP/\d)`)
	listed      = pattern(`^(?:[-*+•>]|\d{1,2}[.)])\s`)
	heading     = pattern(`^#{1,6} +`)
	headLine    = pattern(`^\**\p{L}[\p{L}-]{0,15}\**\s?[:：]\**\s*\S`)
	mailHead    = pattern(`\S@\S+\.\w|^\**(?i:from|to|subject|von|an|betreff|de|à|objet|asunto|para|assunto|от|кому|тема|差出人|宛先|件名|发件人|收件人|主题|보낸 사람|제목)\**\s?[:：]`)
	salutation  = pattern(`^\p{Lu}\S*(?: \S+){0,5}[,，]$`)
	wrote       = pattern(`<\S+@\S+\.\w+>.{0,20}:$|^\S.{0,80}\d:\d\d.{0,80}(?:wrote|schrieb|escribió|a écrit|escreveu|ha scritto|написал[а]?|写道|のメール).{0,40}:$`)
	chatLine    = pattern(`^\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?$|^\[?\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?\]?,? +\S|^\S+(?: \S+){0,3},? +[\[(]?\d{1,2}:\d\d(?: ?[AaPp]\.?[Mm]\.?)?[\])]?:?$`)
	pageLine    = pattern(`^\S+(?: \S+)? (?:left a comment|commented|reviewed|requested changes)\b|^Comment on lines? |^Suggested change`)

	// A time, a date, a line number and a sign, a place in a file, a level, a diff, a trace, a rule with words.
	outputLine = pattern(`^\S{0,12} ?.{0,20}\d\d:\d\d:\d\d\b|^\[?\d{4}-\d\d-\d\d[T ]\d|^(?:\d+\.\d+ |\d+\s+[+|\-→]|\d+→|\d+ms\b)` +
		`|^(?:[\w.@/-]+/)?[\w.@-]+\.[a-zA-Z]\w{0,4}[:(]\d+[:,)\s]|\.[a-zA-Z]\w{0,4}:\d+:\d+:?$|^\w+=\S+ (?:.* )?\w+=\S|^[{\[]".*[}\]],?$|^\w[\w.-]*\[\d+\]: ` +
		`|^\W{0,4}(?:FATAL|ERROR|ERR!|WARN|WARNING|INFO|DEBUG|TRACE|PANIC|FAIL|FAILED|FAILURE|CRITICAL)(?:[:\]\t]|  |$)|^\W{0,4}(?i:npm err|error|fatal|panic|exception|fehler|erreur|erro|ошибка|エラー|错误)(?:\[\w+\])?: ` +
		`|^(?:=> |\+\+\+ |--- |@@ |diff --git|Traceback|goroutine |##\[)|^at (?:async |new )?[\w$.<>/]+ ?\(\S+\)$|^File ".*, line \d|^(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception)\b[^.]{0,20}: |^(?:Exception in |Caused by: |\*\* \(|[A-Z]\w* (?:Fatal )?[Ee]rror(?: at \S+ \(\w+\))?:(?: |$))|^\s*[\^~|]+-|#L\d+\b|\bexit(?:ed with)? (?:code|status) \d+\W*$|^[\w.-]+ ?= ?\S+$` +
		`|^(?:SELECT|INSERT INTO|DELETE FROM|CREATE|DROP|ALTER|RUN|CMD|COPY|ENV|ENTRYPOINT|WORKDIR) ` +
		`|[=\-_*#.~]{5}.*\S.*[=\-_*#.~]{5}$|\.{5}`)
	levels = pattern(`^(?:FATAL|ERROR|WARN|WARNING|INFO|DEBUG|TRACE|PANIC|FAIL|FAILED|CRITICAL) `)
	// A program's name, a sign, a warning.
	likelyLine = pattern(`^[a-z][\w./-]*: \S|^[|^#=~+\[<>{(\\]|^-- |^(?i:warning|warnung|warn|notice|hint|help|note|avertissement|advertencia|aviso|предупреждение|警告)[:：\[]|^\W*[A-Z]{3,}\W*$|^(?i:error|fatal|failed|failure|exception)\b[^:]{0,40}: |^\d+ [a-z]+ \(`)
	table      = pattern(`[^.!?:\s] {3,}\S|(?:[^.!?:\s] {2,}\S.*){3}|\S\t+\S`)
	// A line of a program: a word that begins a declaration, with the signs that belong to it.
	codeLine = pattern(`^func (?:\([^)]*\) ?)?\w+[(\[]|^def \w+ ?\(|^class \w+ ?(?:[({:<]|(?:extends|implements) \w+)|^import (?:[\w.*, ]+ from )?["'({]|^import [\w.]+(?:, ?[\w.]+)*(?: as \w+)?;?$|^from [\w.]+ import |^package [\w.]+;?$` +
		`|^(?:export )?(?:const|var|let) [\w{}\[\], ]+(?:: ?[\w<>\[\]|]+)? ?:?= ?|^(?:var|const) \w+ (?:[*\[]|string\b|u?int\b|bool\b|float)|^#include|^<\?|^</?[a-z][\w-]*[ >]|^//|^/\*|^[\w.\[\]]+ :?= .*[()\[\]{}"]|^(?:return|throw|raise)\b.*[();]$`)
)
