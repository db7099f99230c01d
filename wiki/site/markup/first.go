package markup

import "strings"

// FirstParagraph returns the first paragraph of plain prose.
func FirstParagraph(text string) string {
	var out []string
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		bare := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
			continue
		case strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~"):
			fence = bare[:3]
		case bare != "" && !strings.ContainsAny(bare[:1], "#>|-*+!%<=") && !strings.HasPrefix(line, "    "):
			out = append(out, bare)
			continue
		}
		if len(out) > 0 {
			break
		}
	}
	return strings.Join(out, " ")
}
