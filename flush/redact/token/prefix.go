// Package token finds secrets that say what they are by their form: by a prefix, as private keys in PEM blocks, web tokens
// and access keys.
package token

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// A Prefix is a kind of token that is recognized by its prefix. No exact length
// and no entropy is asked for: a cut or an invented token is redacted too.
type Prefix struct {
	rule  string
	Text  string
	Hex   bool      // the rest is lower case hex digits
	extra [256]bool // bytes of the rest besides letters and digits
	Least int       // bytes after the prefix
	Exact bool      // exactly least
	Loose bool      // the prefix is no proof: what follows must not read like words
}

// prefixTable has a line for each prefix.
//
//go:embed prefixes.txt
var prefixTable string

// Prefixes reads the table.
func Prefixes() (all []*Prefix) {
	for line := range strings.Lines(prefixTable) {
		if p := parse(line); p != nil {
			all = append(all, p)
		}
	}
	return all
}

// parse reads a line of the table, nil for one that has no prefix.
func parse(line string) *Prefix {
	f := strings.Fields(line)
	if len(f) == 0 || f[0] == "#" {
		return nil
	}
	body, flags := f[2], f[4:]
	least, err := strconv.Atoi(f[3])
	if err != nil {
		panic(err) // the table is part of the program
	}
	return &Prefix{rule: f[0], Text: f[1], Hex: body == "hex", extra: ascii.Set(strings.TrimPrefix(body, "word")), Least: least,
		Exact: slices.Contains(flags, "exact"), Loose: slices.Contains(flags, "loose")}
}

// In returns the detectors of this package that can find something in a text, which is given in lower case: it reads no
// more of the table than that takes.
func In(low string) []span.Anchored {
	all := shaped()
	for line := range strings.Lines(prefixTable) {
		_, rest, _ := strings.Cut(line, " ")
		text, _, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		if text = strings.ToLower(text); text == "" || line[0] == '#' || !strings.Contains(low, text) {
			continue
		}
		all = append(all, span.Anchored{Anchors: []string{text}, Detect: parse(line).find})
	}
	return all
}

// Detectors returns the detectors of this package.
func Detectors() []span.Anchored {
	all := shaped()
	for _, p := range Prefixes() {
		all = append(all, span.Anchored{Anchors: []string{strings.ToLower(p.Text)}, Detect: p.find})
	}
	return all
}

// shaped returns the detectors of what has more than a prefix.
func shaped() []span.Anchored {
	return []span.Anchored{
		{Anchors: []string{"-----begin", "-----end"}, Detect: findPEM},
		{Anchors: []string{"eyj"}, Detect: findJWT},
		{Anchors: []string{"akia", "asia", "abia", "acca", "a3t"}, Detect: findAWSKey},
		{Anchors: []string{":aa"}, Detect: findTelegram},
		{Anchors: []string{"mt", "mj", "mz", "nd", "nt", "nj", "nz", "od", "ot"}, Detect: findDiscord},
	}
}

func (p *Prefix) find(s string, start, end int, out []span.Span) []span.Span {
	if s[start:end] != p.Text || !ascii.WordStart(s, start) || span.Covered(out, start) {
		return out
	}
	read := func(stop, limit int) int {
		for stop < limit && p.takes(s[stop]) {
			stop++
		}
		return end + len(strings.TrimRight(s[end:stop], ".-<>"))
	}
	stop := read(end, min(len(s), end+shape.MaxToken))
	if !p.accepts(s[end:stop], s[stop:]) {
		return out
	}
	if stop == end+shape.MaxToken {
		stop = read(stop, len(s))
	}
	rank := span.ByShape
	if p.Loose {
		rank = span.ByGuess
	}
	return append(out, span.Span{Start: start, End: stop, Rule: p.rule, Rank: rank})
}

func (p *Prefix) takes(c byte) bool {
	if p.Hex {
		return ascii.Is(c, ascii.Hex)
	}
	return ascii.IsAlnum(c) || p.extra[c]
}

// wholeLeast is the length from which a token counts though it consists of runs of the alphabet: it has the form of a real one.
const wholeLeast = 32

// accepts reports whether body is the body of a token. rest is the text after it.
func (p *Prefix) accepts(body, rest string) bool {
	n := len(body)
	if shape.MarkedFake(body) && (!p.Loose || p.Text == "sk-") {
		return true
	}
	if n < p.Least || p.Exact && n != p.Least || shape.IsMasked(body[strings.LastIndexByte(strings.TrimRight(body, "/"), '/')+1:]) || n < wholeLeast && shape.IsMadeUp(body) {
		return false
	}
	if p.Exact && rest != "" && ascii.IsWord(rest[0]) {
		return false
	}
	if n < 20 && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…") || strings.HasPrefix(rest, "<")) {
		return false
	}
	if ascii.ContainsFold(body, "your-") || ascii.ContainsFold(body, "your_") || !ascii.HasDigit(body) && ascii.ContainsFold(body, "your") {
		return false
	}
	if p.Loose {
		// OpenSSH names hardware keys sk-ssh-… and sk-ecdsa-….
		return ascii.HasDigit(body) && !shape.IsSlug(body) && !strings.HasPrefix(body, "ssh-") && !strings.HasPrefix(body, "ecdsa-")
	}
	if ascii.HasDigit(body) || ascii.HasUpper(body) {
		return true
	}
	return n >= 28 && !shape.IsSlug(body)
}

// findDiscord finds bot tokens: a number in base64, which begins with M, N or O, a time, and a sum, with dots between.
func findDiscord(s string, start, end int, out []span.Span) []span.Span {
	if !ascii.WordStart(s, start) || !ascii.Is(s[start], ascii.UpperCase) || span.Covered(out, start) {
		return out
	}
	at := start
	for part, least := range [...]int{22, 6, 27} {
		const most = 45
		from := at
		at = ascii.Run(s[:min(len(s), from+most+1)], from, ascii.Alnum|ascii.URL)
		if n := at - from; n > most || n < least || part < 2 && (at == len(s) || s[at] != '.') {
			return out
		}
		at++
	}
	return append(out, span.Span{Start: start, End: at - 1, Rule: "discord-token", Rank: span.ByShape})
}

// findTelegram finds bot tokens: the bot's number, a colon, and 35 characters from AA on.
func findTelegram(s string, start, end int, out []span.Span) []span.Span {
	from := start
	for from > 0 && start-from < 12 && ascii.IsDigit(s[from-1]) {
		from--
	}
	stop := ascii.Run(s, start+1, ascii.Alnum|ascii.URL)
	if digits := start - from; digits < 8 || digits > 10 || !ascii.WordStart(s, from) && !ascii.HasSuffixFold(s[:from], "bot") || stop-start != 36 || s[start+1:end] != "AA" {
		return out
	}
	return append(out, span.Span{Start: from, End: stop, Rule: "telegram-token", Rank: span.ByShape})
}
