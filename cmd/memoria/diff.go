package main

import (
	"fmt"
	"strings"
)

// unified shows how the text before becomes after, as diff -u does, with so many lines around each
// change; "" where nothing changes. Control characters are shown as such.
func unified(name, before, after string, around int) string {
	a, b := lines(before), lines(after)
	ops := compare(a, b)
	var out strings.Builder
	for i := 0; i < len(ops); {
		if ops[i].sign == ' ' {
			i++
			continue
		}
		from, to := max(0, i-around), i
		for gap := 0; to < len(ops) && gap <= 2*around; to++ {
			if ops[to].sign == ' ' {
				gap++
			} else {
				gap = 0
			}
		}
		for to > i && ops[to-1].sign == ' ' {
			to--
		}
		end := min(len(ops), to+around)
		writeHunk(&out, ops[from:end])
		i = end
	}
	if out.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("--- %s\n+++ %s\n", printable(name), printable(name)) + out.String()
}

// A diffLine is a line that stays (' '), goes ('-') or comes ('+').
type diffLine struct {
	sign byte
	text string
	a, b int // numbers of the line, or of the next one, in the two texts
}

func writeHunk(out *strings.Builder, ops []diffLine) {
	na, nb := 0, 0
	for _, l := range ops {
		if l.sign != '+' {
			na++
		}
		if l.sign != '-' {
			nb++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(ops[0].a, na), hunkRange(ops[0].b, nb))
	for _, l := range ops {
		text, whole := strings.CutSuffix(l.text, "\n")
		fmt.Fprintf(out, "%c%s\n", l.sign, printableLine(strings.TrimSuffix(text, "\r")))
		if !whole {
			out.WriteString("\\ No newline at end of file\n")
		}
	}
}

func printableLine(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = printable(parts[i])
	}
	return strings.Join(parts, "\t")
}

func hunkRange(start, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", start)
	}
	return fmt.Sprintf("%d,%d", start+1, n)
}

// lines are the lines of s, each with its end.
func lines(s string) []string {
	all := strings.SplitAfter(s, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// maxCells bounds the table of compare; past it the middle is shown as replaced whole.
const maxCells = 4 << 20

// compare finds the longest run of lines that both texts have.
func compare(a, b []string) (ops []diffLine) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		ops = append(ops, diffLine{' ', a[head], head, head})
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	i, j, endA, endB := head, head, len(a)-tail, len(b)-tail
	common := longest(a[head:endA], b[head:endB])
	for i < endA || j < endB {
		switch {
		case common != nil && i < endA && j < endB && a[i] == b[j]:
			ops = append(ops, diffLine{' ', a[i], i, j})
			i, j = i+1, j+1
		case i < endA && (j == endB || common == nil || common[i-head+1][j-head] >= common[i-head][j-head+1]):
			ops = append(ops, diffLine{'-', a[i], i, j})
			i++
		default:
			ops = append(ops, diffLine{'+', b[j], i, j})
			j++
		}
	}
	for ; i < len(a); i, j = i+1, j+1 {
		ops = append(ops, diffLine{' ', a[i], i, j})
	}
	return ops
}

// longest is, for every pair of suffixes, how many lines they have in common; nil where that is too
// much to find out.
func longest(a, b []string) [][]int32 {
	if (len(a)+1)*(len(b)+1) > maxCells {
		return nil
	}
	t := make([][]int32, len(a)+1)
	for i := range t {
		t[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + 1
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	return t
}
