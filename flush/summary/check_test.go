package summary

import (
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Nothing that a model writes brings the checks down, and what a turn says word for word it bears.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"%w", "1,2.3:4", "a`b``c`", "'x' \"y", "https://", "v", "3f9a2c7x", "--", "１，２", "[[", "t1 (t2)", "«»", "不", "1 000 000", "]("} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, line, turn string) {
		e := proof.Of(proof.Visible(turn), nil)
		text := tidy(line)
		proof.Amiss(text, []*proof.Evidence{e})
		proof.Refuted(text, proof.Sources{Said: []*proof.Evidence{e}})
		proof.Reversed(text, []*proof.Evidence{e})
		proof.Lures(text)
		e.Bears(text)
		mark.Correction.On(text)
	})
}

// No text takes more than its length to look through.
func TestLongTexts(t *testing.T) {
	for _, s := range []string{"<!-- \n\n", "`", "(t1)", "'", "\"a", "1.", "1 ", "https://a.b/", "[[", "不，", "-", "t1-t2 "} {
		long := strings.Repeat(s, 1<<15/len(s))
		e := proof.Of(proof.Visible(long), nil)
		for _, l := range []string{"The limit of 45 is at https://a.b/c in `code`, and \"so\" it is", long[:lineBytes-lineBytes%len(s)]} {
			proof.Amiss(tidy(l), []*proof.Evidence{e})
			proof.Refuted(tidy(l), proof.Sources{Said: []*proof.Evidence{e}})
			proof.Reversed(tidy(l), []*proof.Evidence{e})
		}
		parse("=== M1\nfact [t1]: "+long+"\n=== end M1", "M1")
		cut(long, 100)
	}
}
