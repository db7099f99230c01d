package editor

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// BenchmarkReplay applies the replies of two years of days.
func BenchmarkReplay(b *testing.B) {
	entries := long(700)
	m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		i := strings.Index(q.Prompt, "b1 ")
		_, words, _ := strings.Cut(q.Prompt[i:], ": ")
		words, _, _ = strings.Cut(words, "\n")
		f := strings.Fields(words)
		return envelope(q, "article: "+f[0], "point [b1]: "+words, fmt.Sprintf("article: Setting of %s at %s ms", f[0], f[7]), "lead [b1]: "+words, "point [b1]: "+words, "point [b1 b2]: "+words, "link [b1]: "+f[0]+" - "+words[:40]), nil
	}}
	dir := vaultDir(b)
	for i := range entries { // a day each
		a := &Author{Base: subject.Author{}, Asker: ask.Asker{Replies: &ask.Replies{Dir: dir}, Model: m}}
		if i%50 == 49 {
			if _, err := a.Revise(context.Background(), entries[i-49:i+1], nil, all); err != nil {
				b.Fatal(err)
			}
		}
	}
	base, replayed := subject.Author{}, &Author{Base: subject.Author{}, Asker: ask.Asker{Replies: &ask.Replies{Dir: dir}}}
	b.Run("base", func(b *testing.B) {
		for b.Loop() {
			base.Articles(context.Background(), entries, nil)
		}
	})
	b.Run("replayed", func(b *testing.B) {
		for b.Loop() {
			if _, err := replayed.Articles(context.Background(), entries, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
