package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Loss returns what a claim omits of the points that it would replace, or "".
func Loss(c *kept.Claim, d *draft.Draft) (why string) {
	for p := range nearest.Points(d) {
		if why == "" && Covers(KeysOf(*p), c.On) {
			why = left(p, &c.Words)
		}
	}
	return why
}

// left returns what a text omits of a point that it would replace, or "". It is also checked when a reply is applied,
// because the article may say more by then.
func left(p *wiki.Point, c *kept.Words) string {
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
	case Share(proof.Stems(folded), has) < 50:
		return fmt.Sprintf("it leaves out most of the point in whose place it stands: %q", old)
	case proof.SaysNot(folded) && !proof.Denies(proof.Folded(now), nil):
		return fmt.Sprintf("it leaves a \"not\" out of the point in whose place it stands: %q", old)
	}
	for _, part := range proof.Divide(folded) {
		first, _, _ := strings.Cut(part, " ")
		if slices.Contains(because, strings.ToLower(strings.Trim(first, "(,"))) && Share(proof.Stems(part), has) < 50 {
			return fmt.Sprintf("it leaves out the reason that the point in whose place it stands gives: %q", part)
		}
	}
	return ""
}

// because are words that introduce a reason.
var because = strings.Fields("because since weil denn porque parce car потому")

// Share returns how many of the word beginnings in some are in all, in percent.
func Share(some, all map[string]bool) int {
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
