package redact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// A token may be wrapped over a line end, or stand in two parts of a message, which its reader joins by lines. So what
// goes on from one line to the next is also examined as one word: only tokens that say what they are by their form are
// found so, and only what looks like the rest of one belongs to it.

// A chain is a word of which each segment but the last ends a line, and each but the first begins one.
type chain struct {
	text string
	segs []segment
}

// A segment is a part of a chain: where it begins in the chain, and in the text that the chain is of.
type segment struct{ at, from int }

// maxWrapped is how much of a chain is examined as one token, in bytes.
const maxWrapped = 4096

// maxBreak is how many bytes there may be between a word and the end of its line.
const maxBreak = 80

// wrapped appends to out the tokens in s that go over a line end.
func (e *engine) wrapped(s string, out []span.Span) []span.Span {
	for at := 0; at < len(s); {
		c, end := nextChain(s, at)
		if c == nil {
			break
		}
		at = end
		out = e.inChain(c, out)
	}
	return out
}

// nextChain returns the first chain in s that begins after at, and where it ends; nil if there is none.
func nextChain(s string, at int) (*chain, int) {
	for line := at; ; {
		n := strings.IndexByte(s[line:], '\n')
		if n < 0 {
			return nil, len(s)
		}
		line += n
		left, right := lineBreak(s, at, line)
		if left < 0 {
			line++
			continue
		}
		from := left
		for from > at && inToken(s[from-1]) {
			from--
		}
		c, text := &chain{segs: []segment{{0, from}}}, []byte(s[from:left])
		for {
			end := right
			for end < len(s) && inToken(s[end]) {
				end++
			}
			c.segs = append(c.segs, segment{len(text), right})
			text = append(text, s[right:end]...)
			next := strings.IndexByte(s[end:min(len(s), end+maxBreak)], '\n')
			if next >= 0 && len(text) < 64*maxWrapped {
				left, right = lineBreak(s, end-1, end+next)
			}
			if next < 0 || left != end {
				c.text = string(text)
				return c, end
			}
		}
	}
}

// lineBreak returns where the word ends before the line end at i, and where one begins behind it; -1 if no word goes to
// the line end, or none goes on from there. A word may end in a backslash, and an empty line may follow; the next line
// may be indented or quoted.
func lineBreak(s string, least, i int) (left, right int) {
	left, right = i, i+1
	for left > least && strings.IndexByte(" \t\r", s[left-1]) >= 0 {
		left--
	}
	if left > least && s[left-1] == '\\' {
		left--
	}
	for left > least {
		r, n := utf8.DecodeLastRuneInString(s[least:left])
		if !shape.Invisible(r) {
			break
		}
		left -= n
	}
	for lines := 1; right < len(s); {
		r, n := utf8.DecodeRuneInString(s[right:])
		if r == '\n' {
			lines++
		}
		if lines > 2 || strings.IndexByte(" \t\r\n>", s[right]) < 0 && !shape.Invisible(r) {
			break
		}
		right += n
	}
	if left == least || !inToken(s[left-1]) || right == len(s) || !inToken(s[right]) {
		return -1, -1
	}
	return left, right
}

// inToken reports whether a token may hold a byte.
func inToken(c byte) bool {
	return ascii.Is(c, ascii.Alnum|ascii.URL|ascii.Base64) || c == '.' || c == ':' || c == '%'
}

// inChain appends the tokens that begin in one segment of a chain and end in another.
func (e *engine) inChain(c *chain, out []span.Span) []span.Span {
	const before = 12 // bytes of a token before what tells it
	next := 0         // segment to examine
	e.words.Scan(c.text, func(_, start, _ int) {
		for next = max(next, c.segment(start-before)); next <= c.segment(start) && next < len(c.segs)-1; next++ {
			n := len(out)
			for to := len(c.segs); to > next+1 && len(out) == n; to = min(to, next+5) - 1 { // words may follow that are none of it
				out = e.inSegment(c, next, to, out)
			}
		}
	})
	return out
}

// segment returns the number of the segment that has the byte at i of the chain.
func (c *chain) segment(i int) int {
	k, on := slices.BinarySearchFunc(c.segs, i, func(g segment, at int) int { return g.at - at })
	if !on {
		k--
	}
	return max(k, 0)
}

// inSegment appends the tokens that begin in a segment of a chain and end beyond it, if the chain ends before another.
func (e *engine) inSegment(c *chain, k, before int, out []span.Span) []span.Span {
	from, to := c.segs[k].at, len(c.text)
	if before < len(c.segs) {
		to = c.segs[before].at
	}
	local := c.text[from:min(to, from+maxWrapped)]
	for _, sp := range e.secrets(local) {
		if sp.Rank != span.ByName && sp.Start < c.segs[k+1].at-from {
			if end := wrappedEnd(c, from, local, sp); end > 0 {
				out = append(out, span.Span{Start: c.place(from + sp.Start), End: c.place(from+end-1) + 1, Rule: sp.Rule, Rank: sp.Rank})
			}
		}
	}
	return out
}

// place returns where the byte at i of the chain stands in the text.
func (c *chain) place(i int) int {
	g := c.segs[c.segment(i)]
	return g.from + i - g.at
}

// wrappedEnd returns where a token that was found in local, the chain from a segment on, ends beyond a line end; 0 if it
// does not. A rule that knows how long its tokens are decides; else what follows the line end must look like the rest.
func wrappedEnd(c *chain, from int, local string, sp span.Span) (end int) {
	if fixed(local[sp.Start:sp.End], sp.Rule) {
		for _, g := range c.segs {
			if at := g.at - from; at > sp.Start && at < sp.End {
				return sp.End
			}
		}
		return 0
	}
	for i, g := range c.segs {
		at, stop := g.at-from, sp.End
		if at <= sp.Start || at >= sp.End {
			continue
		}
		if i+1 < len(c.segs) {
			stop = min(stop, c.segs[i+1].at-from)
		}
		if fixed(local[sp.Start:at], sp.Rule) || !restOfToken(local[at:stop], local[stop:]) {
			break
		}
		end = stop
	}
	return end
}

// fixed reports whether a token has the length that its kind always has, so that it goes on with no further byte.
func fixed(token, rule string) bool {
	return rule == "telegram-token" || rule == "lob-key" || rule == "aws-access-key" && len(token) == 20 || rule == "github-token" && len(token) == 40
}

// restOfToken reports whether what begins a line looks like the rest of a token: generated, and neither a name nor a place.
func restOfToken(s, after string) bool {
	s = strings.TrimRight(s, ".:-")
	uppers, lowers, digits := 0, 0, 0
	for i := range len(s) {
		switch {
		case ascii.Is(s[i], ascii.UpperCase):
			uppers++
		case ascii.Is(s[i], ascii.LowerCase):
			lowers++
		case ascii.IsDigit(s[i]):
			digits++
		}
	}
	letters := uppers + lowers
	switch {
	case len(s) < 5 || letters*4 < len(s), after != "" && strings.IndexByte("=:(.", after[0]) >= 0,
		shape.IsUUID(s), shape.IsDigest(s), shape.IsHexHash(s),
		len(s) < 24 && (shape.IsLocation(s) || shape.IsVersion(s) || shape.IsFileName(s)):
		return false
	}
	return uppers > 0 && lowers > 0 && (digits > 0 || uppers*4 > letters) || shape.IsRandom(s) && !shape.IsSlug(s)
}
