// Package mark has the words with which a line begins that is no plain statement.
package mark

import (
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A Mark is the word in each language.
type Mark map[prose.Lang]string

var (
	// Of a line that corrects what is known already.
	Correction = Mark{
		prose.EN: "Correction: ", prose.DE: "Korrektur: ", prose.ES: "Corrección: ", prose.FR: "Correction : ",
		prose.PT: "Correção: ", prose.RU: "Исправление: ", prose.ZH: "更正：", prose.JA: "訂正：",
	}
	// Of a question that nobody answered; such a line is an action.
	Question = Mark{
		prose.EN: "Open question: ", prose.DE: "Offene Frage: ", prose.ES: "Pregunta abierta: ", prose.FR: "Question ouverte : ",
		prose.PT: "Pergunta em aberto: ", prose.RU: "Открытый вопрос: ", prose.ZH: "未决问题：", prose.JA: "未解決の問い：",
	}
	// Of an explanation that nobody confirmed; such a line is a lesson.
	Unconfirmed = Mark{
		prose.EN: "Unconfirmed: ", prose.DE: "Unbestätigt: ", prose.ES: "Sin confirmar: ", prose.FR: "Non confirmé : ",
		prose.PT: "Não confirmado: ", prose.RU: "Не подтверждено: ", prose.ZH: "未证实：", prose.JA: "未確認：",
	}
)

// On returns a line that begins with the mark, in the line's language.
func (m Mark) On(text string) string {
	if m.Begins(text) {
		return text
	}
	if word := m[prose.Detect(text)]; word != "" {
		return word + text
	}
	return m[prose.EN] + text
}

// Begins reports whether a line begins with the mark.
func (m Mark) Begins(text string) bool { return m.stands(text, strings.HasPrefix) }

// In reports whether a text holds the mark.
func (m Mark) In(text string) bool { return m.stands(text, strings.Contains) }

func (m Mark) stands(text string, in func(text, word string) bool) bool {
	text = strings.ToLower(text)
	for _, word := range m {
		if in(text, strings.TrimRight(strings.ToLower(word), " :：")) {
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
