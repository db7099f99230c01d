package editor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// loss says what a claim leaves out of the points in whose place it would stand.
func loss(c *claim, d *draft.Draft) (why string) {
	for p := range nearest.Points(d) {
		if why == "" && covers(keysOf(*p), c.On) {
			why = left(p, &c.text)
		}
	}
	return why
}

// left says what a text leaves out of a point in whose place it would stand. It is asked also when a
// reply is applied, since by then the article may say more than when the reply was let in.
func left(p *wiki.Point, c *text) string {
	old, now := proof.Visible(p.Text), proof.Visible(c.Text)
	if old == now {
		return ""
	}
	own := proof.Of(now, nil)
	folded := proof.Folded(old)
	has := proof.Stems(proof.Folded(now))
	switch amiss := proof.Amiss(old, []*proof.Evidence{own}); {
	case amiss != "":
		return "it leaves out of a point in whose place it stands: " + strings.TrimSuffix(amiss, " is not in what it rests on")
	case share(proof.Stems(folded), has) < 50:
		return fmt.Sprintf("it leaves out most of the point in whose place it stands: %q", old)
	case proof.SaysNot(folded) && !proof.Denies(proof.Folded(now), nil):
		return fmt.Sprintf("it leaves a \"not\" out of the point in whose place it stands: %q", old)
	}
	for _, part := range proof.Divide(folded) {
		first, _, _ := strings.Cut(part, " ")
		if slices.Contains(because, strings.ToLower(strings.Trim(first, "(,"))) && share(proof.Stems(part), has) < 50 {
			return fmt.Sprintf("it leaves out the reason that the point in whose place it stands gives: %q", part)
		}
	}
	return ""
}

// because are words with which a reason begins.
var because = strings.Fields("because since weil denn porque parce car потому")

// share is how many of some beginnings of words are among others, in percent.
func share(some, all map[string]bool) int {
	if len(some) == 0 {
		return 100
	}
	n := 0
	for w := range some {
		if all[w] {
			n++
		}
	}
	return 100 * n / len(some)
}
