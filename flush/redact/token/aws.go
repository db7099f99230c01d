package token

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// findAWSKey finds AWS access key ids, and secret keys without a name next to them.
func findAWSKey(s string, start, end int, out []span.Span) []span.Span {
	if !ascii.WordStart(s, start) || span.Covered(out, start) {
		return out
	}
	stop := ascii.Run(s, start, ascii.UpperCase|ascii.Digit)
	body := s[end:max(end, stop)]
	switch id := s[start:end]; {
	case stop < len(s) && ascii.IsWord(s[stop]), shape.IsBlank(body), strings.HasSuffix(body, "EXAMPLE"):
		return out
	case id == "AKIA" && (len(body) >= 8 && len(body) <= 40 || shape.MarkedFake(body)):
	case (id == "ASIA" || id == "ABIA" || id == "ACCA") && len(body) == 16 && ascii.HasDigit(body):
	case id == "A3T" && len(body) == 17 && ascii.HasDigit(body):
	default:
		return out
	}
	out = append(out, span.Span{Start: start, End: stop, Rule: "aws-access-key", Rank: span.ByShape})
	return findAWSSecret(s, stop, out)
}

// findAWSSecret looks for a secret key shortly after an id: 40 bytes of base64 that are not a
// hash, a path or a word.
func findAWSSecret(s string, from int, out []span.Span) []span.Span {
	const reach, size = 160, 40
	to := min(len(s), from+reach)
	for i := from; i < to; {
		stop := i
		for stop < len(s) && stop-i <= size && (ascii.IsAlnum(s[stop]) || s[stop] == '+' || s[stop] == '/') {
			stop++
		}
		if token := s[i:stop]; len(token) == size && shape.IsRandom(token) && ascii.HasUpper(token) {
			return append(out, span.Span{Start: i, End: stop, Rule: "aws-secret-key", Rank: span.ByShape})
		}
		for stop < to && (ascii.IsAlnum(s[stop]) || ascii.Is(s[stop], ascii.Base64)) && stop > i {
			stop++
		}
		i = stop + 1
	}
	return out
}
