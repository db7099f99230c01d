package redact

// findAWSKey finds AWS access key ids, and secret keys without a name next to them.
func findAWSKey(s string, start, end int, out []span) []span {
	if !wordStart(s, start) || covered(out, start) {
		return out
	}
	stop := run(s, start, classUpper|classDigit)
	body := s[end:max(end, stop)]
	switch id := s[start:end]; {
	case stop < len(s) && isWord(s[stop]), blank(body):
		return out
	case id == "AKIA" && (len(body) >= 8 && len(body) <= 40 || markedFake(body)):
	case (id == "ASIA" || id == "ABIA" || id == "ACCA") && len(body) == 16 && hasDigit(body):
	case id == "A3T" && len(body) == 17 && hasDigit(body):
	default:
		return out
	}
	out = append(out, span{start: start, end: stop, rule: "aws-access-key", rank: byShape})
	return findAWSSecret(s, stop, out)
}

// findAWSSecret looks for a secret key shortly after an id: 40 bytes of base64 that are not a
// hash, a path or a word.
func findAWSSecret(s string, from int, out []span) []span {
	const reach, size = 160, 40
	to := min(len(s), from+reach)
	for i := from; i < to; {
		stop := i
		for stop < len(s) && stop-i <= size && (isAlnum(s[stop]) || s[stop] == '+' || s[stop] == '/') {
			stop++
		}
		if token := s[i:stop]; len(token) == size && isRandom(token) && hasUpper(token) {
			return append(out, span{start: i, end: stop, rule: "aws-secret-key", rank: byShape})
		}
		for stop < to && (isAlnum(s[stop]) || is(s[stop], classB64)) && stop > i {
			stop++
		}
		i = stop + 1
	}
	return out
}
