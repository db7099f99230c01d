// Package offer finds the ways that an agent offers, and which of them the person takes.
package offer

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// An Option is one of several ways that the agent offered.
type Option struct {
	Label string // "A", "2"
	Text  string // what follows the label on its line
	all   string // the words of the option, those below its line included
	loose bool   // offered in a sentence, so that the label is nothing anybody said
}

// In returns what an agent's message offers: with labels, or else in sentences.
func In(md string) []Option {
	if out := options(md); out != nil {
		return out
	}
	return ways(md)
}

// Taken returns the labels of the options that the first sentence of an answer takes: by their labels, or where they have
// none by their words.
func Taken(answer string, of []Option, lang prose.Lang) []string {
	if len(of) > 0 && of[0].loose {
		return takenWay(answer, of, lang)
	}
	return taken(answer, of)
}

// None returns how an answer begins that takes no option, "" where it does not say so.
func None(answer string) string { return neither().FindString(answer) }

// options returns the options of an agent's message, nil for fewer than two. Each begins a line with its
// letter or number, or with a word such as "option" and those, and reaches to the next label or to the end
// of its list.
func options(md string) (out []Option) {
	var body []string
	flush := func() {
		if n := len(out); n > 0 && body != nil {
			out[n-1].all = Plain(strings.Join(body, "\n"))
		}
		body = nil
	}
	head := false
	for _, l := range strings.Split(md, "\n") {
		m := optionLine().FindStringSubmatch(l)
		next := ""
		if m != nil {
			next = strings.ToUpper(m[3])
		}
		switch n := len(out); {
		case m != nil && (next == string(rune('A'+n)) || next == strconv.Itoa(n+1)):
			flush()
			head = m[1] != ""
			out = append(out, Option{Label: next, Text: strings.Trim(Plain(m[4]), "\n :.*_")})
			body = []string{m[4]}
		case m != nil && n > 1 && (next == "A" || next == "1"):
			flush()
			return out // another list
		case body != nil && l != "" && !head && !strings.HasPrefix(l, " ") && !optionItem().MatchString(l), body != nil && head && strings.HasPrefix(l, "#"):
			flush()
		case body != nil:
			body = append(body, l)
		}
	}
	flush()
	if len(out) < 2 {
		return nil
	}
	return out
}

// several matches labels that are taken together.
const several = `(?:[A-F]|\d{1,2})(?:(?:, ?| ?[+&] ?| and | und | y | et | e )(?:[A-F]|\d{1,2}))*`

var (
	// The signs of a heading, a word before the label, the label, the text.
	optionLine = lazy.Regexp(`^\s*(#{1,6} +)?(?:[-*•] +)?[*_]*(?:(\p{L}{3,12}) )?\(?([A-Fa-f]|\d{1,2})(?:[.):：]|[*_]+[:.]?| [–—-])[*_]*:?\s+(\S.*)$`)
	optionItem = lazy.Regexp(`^[-*+•] `)
	// What a person takes: labels behind a word such as "option", or early in the answer where no name follows.
	takes = lazy.Regexp(`(?i:options?|varianten?|opción|möglichkeit|number|nummer|número|вариант|方案|选项|案) ?(` + several + `)\b` +
		`|^(?:(?:\S+ ){0,3}(` + strings.ReplaceAll(several, `|\d{1,2}`, "") + `)|(?:\S+ )?(` + several + `))(?:[,.;:!)、。，で]|$| (?i:please|bitte|por favor|it is|then|but|aber|pero|–|-)(?:\W|$))|^([a-f])$`)
	oneLabel = lazy.Regexp(`\b(?:[A-F]|\d{1,2})\b`)
	neither  = lazy.Regexp(`(?i)^(?:neither|none|keine[rsn]?|weder|ningun[oa]|aucune?|nenhuma?)\b|^都不`)
	ordinals = []string{
		" first erste ersten erstes primera primero première premier primeira primeiro первый первую ",
		" second zweite zweiten zweites segunda segundo deuxième второй вторую ",
		" third dritte dritten drittes tercera tercero troisième terceira третий третью ",
	}
)

// named returns the labels of options that a text names.
func named(text string) []string {
	m := takes().FindStringSubmatch(text)
	return oneLabel().FindAllString(strings.ToUpper(strings.Join(m[min(1, len(m)):], "")), -1)
}

// taken returns the labels that the first sentence of an answer names.
func taken(answer string, of []Option) []string {
	if labels := named(answer); len(labels) > 0 {
		return labels
	}
	words := strings.Fields(strings.ToLower(answer))
	for k, w := range words[:min(len(words), 4)] {
		if k == 0 && len(words) > 3 || k > 0 && !strings.Contains(" the die der das den la el le a o il ", " "+words[k-1]+" ") {
			continue
		}
		for i, list := range ordinals {
			if i < len(of) && strings.Contains(list, " "+strings.Trim(w, ",.!")+" ") {
				return []string{of[i].Label}
			}
		}
	}
	return nil
}

// Holds reports whether a unit says something of an option, or recommends it.
func (o *Option) Holds(text string) bool {
	return !o.loose && slices.Equal(named(text), []string{o.Label}) || slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '；' }), func(part string) bool {
		part = strings.TrimSpace(part)
		return utf8.RuneCountInString(part) > 8 && strings.Contains(o.all, part)
	})
}

// Plain returns the words of a Markdown text.
func Plain(md string) string {
	var b strings.Builder
	for _, p := range prose.Blocks(md) {
		if p.Text != "" {
			b.WriteString(p.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
