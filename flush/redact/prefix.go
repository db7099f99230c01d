package redact

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

// A prefixed is a kind of token that is recognized by its prefix. Unlike gitleaks, this package
// requires no exact length and no entropy: a cut or an invented token is redacted too.
type prefixed struct {
	rule   string
	prefix string
	hex    bool      // the rest is lower case hex digits
	extra  [256]bool // bytes of the rest besides letters and digits
	least  int       // bytes after the prefix
	exact  bool      // exactly least
	loose  bool      // the prefix is no proof: what follows must not read like words
}

// prefixTable has a line for each prefix.
//
//go:embed prefixes.txt
var prefixTable string

// prefixes reads the table.
func prefixes() (all []*prefixed) {
	for line := range strings.Lines(prefixTable) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		body, flags := f[2], f[4:]
		least, err := strconv.Atoi(f[3])
		if err != nil {
			panic(err) // the table is part of the program
		}
		all = append(all, &prefixed{rule: f[0], prefix: f[1], hex: body == "hex", extra: byteSet(strings.TrimPrefix(body, "word")), least: least,
			exact: slices.Contains(flags, "exact"), loose: slices.Contains(flags, "loose")})
	}
	return all
}

func prefixDetectors() (all []anchored) {
	for _, p := range prefixes() {
		all = append(all, anchored{anchors: []string{strings.ToLower(p.prefix)}, detect: p.find})
	}
	return all
}

func (p *prefixed) find(s string, start, end int, out []span) []span {
	if s[start:end] != p.prefix || !wordStart(s, start) || covered(out, start) {
		return out
	}
	read := func(stop, limit int) int {
		for stop < limit && p.takes(s[stop]) {
			stop++
		}
		return end + len(strings.TrimRight(s[end:stop], ".-<>"))
	}
	stop := read(end, min(len(s), end+maxToken))
	if !p.accepts(s[end:stop], s[stop:]) {
		return out
	}
	if stop == end+maxToken {
		stop = read(stop, len(s))
	}
	rank := byShape
	if p.loose {
		rank = byGuess
	}
	return append(out, span{start: start, end: stop, rule: p.rule, rank: rank})
}

func (p *prefixed) takes(c byte) bool {
	if p.hex {
		return is(c, classHex)
	}
	return isAlnum(c) || p.extra[c]
}

// accepts reports whether body is the body of a token. rest is the text after it.
func (p *prefixed) accepts(body, rest string) bool {
	n := len(body)
	if markedFake(body) && (!p.loose || p.prefix == "sk-") {
		return true
	}
	if n < p.least || p.exact && n != p.least || masked(body) {
		return false
	}
	if p.exact && rest != "" && isWord(rest[0]) {
		return false
	}
	if n < 20 && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…") || strings.HasPrefix(rest, "<")) {
		return false
	}
	if containsFold(body, "your-") || containsFold(body, "your_") || !hasDigit(body) && containsFold(body, "your") {
		return false
	}
	if p.loose {
		// OpenSSH names hardware keys sk-ssh-… and sk-ecdsa-….
		return hasDigit(body) && !isSlug(body) && !strings.HasPrefix(body, "ssh-") && !strings.HasPrefix(body, "ecdsa-")
	}
	if hasDigit(body) || hasUpper(body) {
		return true
	}
	return n >= 28 && !isSlug(body)
}

// findTelegram finds bot tokens: the bot's number, a colon, and 35 characters from AA on.
func findTelegram(s string, start, end int, out []span) []span {
	from := start
	for from > 0 && start-from < 12 && isDigit(s[from-1]) {
		from--
	}
	stop := run(s, start+1, classAlnum|classURL)
	if digits := start - from; digits < 8 || digits > 10 || !wordStart(s, from) || stop-start != 36 || s[start+1:end] != "AA" {
		return out
	}
	return append(out, span{start: from, end: stop, rule: "telegram-token", rank: byShape})
}
