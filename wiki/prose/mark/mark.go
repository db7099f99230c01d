// Package mark has the words with which a line begins that is no plain statement.
package mark

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Mark is the word in each of [prose.Langs].
type Mark []string

var (
	// Of a line that corrects what is known already.
	Correction = Mark{
		"Correction: ", "Korrektur: ", "Corrección: ", "Correction : ",
		"Correção: ", "Исправление: ", "更正：", "訂正：",
	}
	// Of a question that nobody answered; such a line is an action.
	Question = Mark{
		"Open question: ", "Offene Frage: ", "Pregunta abierta: ", "Question ouverte : ",
		"Pergunta em aberto: ", "Открытый вопрос: ", "未决问题：", "未解決の問い：",
	}
	// Of an explanation that nobody confirmed; such a line is a lesson.
	Unconfirmed = Mark{
		"Unconfirmed: ", "Unbestätigt: ", "Sin confirmar: ", "Non confirmé : ",
		"Não confirmado: ", "Не подтверждено: ", "未证实：", "未確認：",
	}
	// Of what only the agent says.
	Claim = Mark{
		"According to the agent, ", "Laut dem Agenten: ", "Según el agente, ", "Selon l'agent, ",
		"Segundo o agente, ", "По словам агента, ", "据代理所说，", "エージェントによれば、",
	}
)

// On returns a line that begins with the mark, in the line's language.
func (m Mark) On(text string) string {
	if m.Begins(text) {
		return text
	}
	return m[max(0, slices.Index(prose.Langs, prose.Detect(text)))] + text // English where it is not known
}

// Begins reports whether a line begins with the mark.
func (m Mark) Begins(text string) bool { return m.stands(text, strings.HasPrefix) }

// In reports whether a text holds the mark.
func (m Mark) In(text string) bool { return m.stands(text, strings.Contains) }

func (m Mark) stands(text string, in func(text, word string) bool) bool {
	text = strings.ToLower(text)
	for _, word := range m {
		if in(text, strings.TrimRight(strings.ToLower(word), " :：,，、")) {
			return true
		}
	}
	return false
}

// Doubts reports whether a line only asks or supposes something.
func Doubts(line string) bool { return Unconfirmed.Begins(line) || Question.Begins(line) }

// Tells reports whether a text says that something in it is asked or supposed.
func Tells(text string) bool {
	return Unconfirmed.In(text) || Question.In(text) || strings.ContainsAny(text, "?？")
}

// Told returns a line as what the agent says.
func Told(line string) string {
	if w, rest, _ := strings.Cut(line, " "); rest != "" && prose.IsStopAnywhere(strings.ToLower(w)) && prose.Detect(line) != prose.DE {
		line = strings.ToLower(w) + " " + rest
	}
	return Claim.On(line)
}

// Attributed reports whether a text tells that the agent says it.
func Attributed(text string) bool { return Plain(text) != strings.TrimSpace(text) }

// Plain returns a text without the words by which it tells that the agent says it.
func Plain(text string) string {
	if !strings.Contains(text, "gent") && !strings.Contains(text, "агента") && !strings.Contains(text, "代理") && !strings.Contains(text, "エージェント") { // of most texts that is all
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(agentSays().ReplaceAllStringFunc(text, func(m string) string {
		if strings.HasPrefix(m, ", ") && strings.HasSuffix(m, " ") { // between two words
			return " "
		}
		return ""
	}))
}

var agentSays = lazy.Regexp("(?i)(?:, |\\b)(?:according to the agent|(?:as )?per the agent|says the agent|so der agent|sagt der agent|dice el agente|dit l['’]agent|diz o agente|laut (?:dem )?agenten?|según el agente|selon l['’]agent|segundo o agente)(?: ?[,:] ?|\\b)|по словам агента[,:]?|据代理所说[：，]?|エージェントによ(?:れば|ると)[：、]?")
