package summary

import (
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A mark is what a line begins with that is no plain statement, in each language.
type mark map[prose.Lang]string

var (
	// Of a line that corrects what is known already.
	correction = mark{
		prose.EN: "Correction: ", prose.DE: "Korrektur: ", prose.ES: "Corrección: ", prose.FR: "Correction : ",
		prose.PT: "Correção: ", prose.RU: "Исправление: ", prose.ZH: "更正：", prose.JA: "訂正：",
	}
	// Of a question that nobody answered; such a line is an action.
	question = mark{
		prose.EN: "Open question: ", prose.DE: "Offene Frage: ", prose.ES: "Pregunta abierta: ", prose.FR: "Question ouverte : ",
		prose.PT: "Pergunta em aberto: ", prose.RU: "Открытый вопрос: ", prose.ZH: "未决问题：", prose.JA: "未解決の問い：",
	}
	// Of an explanation that nobody confirmed; such a line is a lesson.
	unconfirmed = mark{
		prose.EN: "Unconfirmed: ", prose.DE: "Unbestätigt: ", prose.ES: "Sin confirmar: ", prose.FR: "Non confirmé : ",
		prose.PT: "Não confirmado: ", prose.RU: "Не подтверждено: ", prose.ZH: "未证实：", prose.JA: "未確認：",
	}
)

// on returns a line that begins with the mark, in the line's language.
func (m mark) on(text string) string {
	low := strings.ToLower(text)
	for _, word := range m {
		if strings.HasPrefix(low, strings.TrimRight(strings.ToLower(word), " :：")) {
			return text
		}
	}
	if word := m[prose.Detect(text)]; word != "" {
		return word + text
	}
	return m[prose.EN] + text
}
