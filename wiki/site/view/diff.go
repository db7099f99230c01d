package view

import (
	"html"
	"html/template"
	"strings"
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
	long := common(a, b)
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			put("", a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && long[i+1][j] >= long[i][j+1]:
			put("del", a[i])
			i++
		default:
			put("ins", b[j])
			j++
		}
	}
	if open != "" {
		out.WriteString("</" + open + ">")
	}
	return template.HTML(out.String())
}

// common returns the lengths of the longest common subsequences of all suffixes of a and b.
func common(a, b []string) [][]int {
	out := make([][]int, len(a)+1)
	for i := range out {
		out[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				out[i][j] = out[i+1][j+1] + 1
			} else {
				out[i][j] = max(out[i+1][j], out[i][j+1])
			}
		}
	}
	return out
}
