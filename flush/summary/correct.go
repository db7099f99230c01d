package summary

import (
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// corrections are the beginnings of a line that corrects a memory.
var corrections = [...]struct {
	lang prose.Lang
	word string
}{
	{prose.EN, "Correction: "}, {prose.DE, "Korrektur: "}, {prose.ES, "Corrección: "}, {prose.FR, "Correction : "},
	{prose.PT, "Correção: "}, {prose.RU, "Исправление: "}, {prose.ZH, "更正："}, {prose.JA, "訂正："},
}

// corrected returns a line that corrects a memory, with a beginning that says so.
func corrected(text string) string {
	for _, c := range corrections {
		if strings.HasPrefix(strings.ToLower(text), strings.ToLower(strings.TrimRight(c.word, " :："))) {
			return text
		}
	}
	lang := prose.Detect(text)
	for _, c := range corrections {
		if c.lang == lang {
			return c.word + text
		}
	}
	return corrections[0].word + text
}
