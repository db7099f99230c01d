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
	if out := options(inline().ReplaceAllString(md, "\n$1")); out != nil && inline().MatchString(md) {
		for i := range out {
			out[i].Text = strings.TrimRight(conjoins().ReplaceAllString(prose.Sentences(out[i].Text)[0], ""), ".,; ")
			out[i].all = Plain(md)
		}
		return out
	}
	return ways(md)
}

// Recommended returns the label of the option that an agent's message recommends, "" where it is not one alone.
func Recommended(md string, of []Option) (label string) {
	for _, s := range prose.Sentences(Plain(md)) {
		for _, o := range of {
			if !o.recommendedIn(s) {
				continue
			}
			if label != "" && label != o.Label {
				return ""
			}
			label = o.Label
		}
	}
	return label
}

// recommendedIn reports whether a sentence recommends the option.
func (o *Option) recommendedIn(s string) bool {
	at := recommends().FindStringIndex(s)
	return at != nil && (!o.loose && slices.Equal(oneLabel().FindAllString(strings.ToUpper(s[at[1]:]), 1), []string{o.Label}) || strings.Contains(strings.ToLower(s[at[1]:]), strings.ToLower(o.Text)))
}

// Agrees reports whether an answer only takes what was recommended.
func Agrees(answer string) bool { return agrees().MatchString(answer) }

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
	for _, l := range strings.Split(numerals.Replace(md), "\n") {
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
	optionLine = lazy.Regexp(`^\s*(#{1,6} +)?(?:[-*•] +)?[*_]*(?:(\p{L}{3,12}) |方案|选项|案)?\(?([A-Fa-f]|\d{1,2})(?:(?:[.):：]|[*_]+[:.]?| [–—-])[*_]*:?\s+|：)(\S.*)$`)
	optionItem = lazy.Regexp(`^[-*+•] `)
	// What a person takes: labels behind a word such as "option", or early in the answer where no name follows.
	takes = lazy.Regexp(`(?i:options?|varianten?|opción|möglichkeit|number|nummer|número|вариант|方案|选项|案) ?(` + several + `)\b` +
		`|^(?:(?:\S+ ){0,3}(` + strings.ReplaceAll(several, `|\d{1,2}`, "") + `)|(?:\S+ )?(` + several + `))(?:[,.;:!)、。，で]|$| (?i:please|bitte|por favor|it is|then|but|aber|pero|–|-|is (?:fine|ok(?:ay)?|good|great|best|better)|sounds|works|passt|ist (?:gut|ok|besser)|está bien|me va|va bien|convient)(?:\W|$))|^([a-f])(?:$|[,;:] )`)
	// Labels within a sentence, what stands before them, and Chinese numbers behind a word for an option.
	inline     = lazy.Regexp(` (\((?:[a-f]|[1-6])\) )`)
	conjoins   = lazy.Regexp(`(?i)[,;]?\s+(?:or|oder|o|ou|или|and|und)$`)
	numerals   = strings.NewReplacer("方案一", "方案1", "方案二", "方案2", "方案三", "方案3", "方案四", "方案4", "选项一", "选项1", "选项二", "选项2", "选项三", "选项3")
	recommends = lazy.Regexp(`(?i)\b(?:recommend(?:ed|ation)?|suggest(?:ion)?|would pick|i'd (?:pick|go with|take)|lean towards?|empfehl\p{L}+|würde|recomiend\p{L}+|recommand\p{L}+|conseille|recomend\p{L}+)\b|рекоменду|推荐|建议|おすすめ`)
	agrees     = lazy.Regexp(`(?i)^(?:(?:ok(?:ay)?|yes|yeah|ja|oui|sí|sim|да|好|はい)[,.! ]+)?(?:agreed|(?:go|let's go) with (?:your|the|that) (?:recommendation|suggestion|pick|choice)|your (?:recommendation|suggestion)|do (?:that|what you recommend)|(?:that )?sounds good|einverstanden|(?:mach|machen) (?:wir )?(?:das )?so|deine empfehlung|de acuerdo|tu recomendación|d'accord|va pour ta recommandation|concordo|sua recomendação|согласен|согласна|同意|就按你(?:说|推荐)的|それで(?:いい|お願いします)|賛成)[.! 。]*$`)
	oneLabel   = lazy.Regexp(`\b(?:[A-F]|\d{1,2})\b`)
	neither    = lazy.Regexp(`(?i)^(?:neither|none|keine[rsn]?|weder|ningun[oa]|aucune?|nenhuma?)\b|^都不`)
	ordinals   = []string{
		" first erste ersten erstes primera primero première premier primeira primeiro первый первую ",
		" second zweite zweiten zweites segunda segundo deuxième второй вторую ",
		" third dritte dritten drittes tercera tercero troisième terceira третий третью ",
	}
)

// named returns the labels of options that a text names.
func named(text string) []string {
	text = numerals.Replace(text)
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
	return !o.loose && (slices.Equal(named(text), []string{o.Label}) || o.recommendedIn(text)) || slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '；' }), func(part string) bool {
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
