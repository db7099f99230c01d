package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
)

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// common are the words that say little.
var common = func() map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields("a an the of to in on at for and or but is are was were be been it its this that these those with as by from not no " +
		"do does did so if then than into we you i they he she our your their there here have has had will would can could " +
		"should may might just also very more most all any some one two") {
		out[w] = true
	}
	return out
}()

// words returns the words of a text that say something, compound ones and their parts; of a script without spaces, the pairs
// of its characters. It is apart from the program's own splitter, so that a change there does not move the score.
func words(s string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !letter(r) && !strings.ContainsRune("._/-", r) }) {
		w = strings.Trim(w, "._/-")
		if r := []rune(w); len(r) > 0 && r[0] >= 0x3040 {
			for i := range max(1, len(r)-1) {
				out[string(r[i:min(i+2, len(r))])] = true
			}
			continue
		}
		if w == "" || common[w] {
			continue
		}
		out[w] = true
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-", r) }) {
			if len(part) > 2 && !common[part] {
				out[part] = true
			}
		}
	}
	return out
}

// says reports whether a bullet holds six in ten of the words of a sentence.
func says(bullet, sentence map[string]bool) bool {
	return len(sentence) > 0 && 10*shared(bullet, sentence) >= 6*len(sentence)
}

func shared(a, b map[string]bool) int {
	n := 0
	for w := range b {
		if a[w] {
			n++
		}
	}
	return n
}

// alike returns how much of both sets is shared, from 0 to 1.
func alike(a, b map[string]bool) float64 {
	return 2 * float64(shared(a, b)) / float64(max(1, len(a)+len(b)))
}

// A tally counts what bullets say. A bullet longer than 200 characters counts once for every 200 begun.
type tally struct {
	sessions, must, said     int // sentences that must be kept, and those that a bullet says
	bullets, useful, harmful int
	kinds                    int // useful bullets whose kind is that of the label
}

func (t *tally) add(s *session, bullets []daily.Bullet) {
	t.sessions++
	told := make(map[int]bool)
	var all []map[string]bool
	for _, b := range bullets {
		runes := []rune(b.Text)
		w := words(string(runes[:min(300, len(runes))]))
		all = append(all, w)
		n := 1 + max(0, len(runes)-1)/200
		t.bullets += n
		fresh, bad, kind := false, false, false
		for i := range s.labels {
			switch l := &s.labels[i]; {
			case l.good() && !told[i] && says(w, l.words):
				told[i], fresh = true, true
				kind = kind || l.kind == b.Kind.String()
			case l.class == "X" && len(l.words) > 2 && says(w, l.words):
				bad = true
			}
		}
		if fresh {
			t.useful++
			if kind {
				t.kinds++
			}
		} else if bad {
			t.harmful += n
		}
	}
	for i := range s.labels {
		l := &s.labels[i]
		if l.class != "3" || len(l.words) == 0 {
			continue
		}
		t.must++
		for _, w := range all {
			if says(w, l.words) {
				t.said++
				break
			}
		}
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%.3f | %.3f | %.3f | %.1f | %.2f", ratio(t.said, t.must), ratio(t.useful, t.bullets), ratio(t.harmful, t.bullets), ratio(t.bullets, t.sessions), ratio(t.kinds, t.useful))
}

func ratio(a, b int) float64 { return float64(a) / float64(max(1, b)) }
