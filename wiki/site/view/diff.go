package view

import (
	"html"
	"html/template"
	"strings"

	"github.com/agent-admin/memoria/daily/lines"
)

// maxDiff is the maximum number of words, in both lines together, that are compared word by word.
const maxDiff = 400

// WordDiff shows how a line changed: removed words in <del>, added ones in <ins>.
func WordDiff(was, now string) template.HTML {
	a, b := strings.Fields(was), strings.Fields(now)
	if now == "" || len(a)+len(b) > maxDiff {
		return template.HTML("<del>" + html.EscapeString(was) + "</del> <ins>" + html.EscapeString(now) + "</ins>")
	}
	var out strings.Builder
	open := ""
	put := func(tag, word string) {
		if tag != open {
			if open != "" {
				out.WriteString("</" + open + ">")
			}
			if out.Len() > 0 {
				out.WriteByte(' ')
			}
			if tag != "" {
				out.WriteString("<" + tag + ">")
			}
			open = tag
		} else if out.Len() > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(html.EscapeString(word))
	}
	for i, c := 0, lines.Compare(a, b); i <= len(a); i++ {
		for _, word := range c.Added[i] {
			put("ins", word)
		}
		switch {
		case i == len(a):
		case c.Kept[i]:
			put("", a[i])
		default:
			put("del", a[i])
		}
	}
	if open != "" {
		out.WriteString("</" + open + ">")
	}
	return template.HTML(out.String())
}
