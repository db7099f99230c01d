package assign

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A secret may be told without an assignment: "log in with root, it's …", "the token was rotated and is now …", hmac.new(b"…"), or
// printed below the command that reads it. It is known by its form then: nothing but a secret looks so.

// A telling is what leads to such a secret.
type telling struct {
	kind   value.Kind
	joined bool // only behind a word or a sign of "* joined"
	shown  bool // on the next line
	hex    bool // a number in hex is one, too, and any of a call's arguments
}

// Told returns the detectors of secrets that are told.
func Told() []span.Anchored {
	all := []span.Anchored{{Anchors: lists()["* seed"], Detect: seed}, {Anchors: []string{"wifi:"}, Detect: network}, {Anchors: lists()["* pair"], Detect: pair}}
	for name, t := range map[string]telling{"login": {kind: value.Password, joined: true}, "opens": {kind: value.Password}, "keyed": {hex: true}, "prints": {shown: true}} {
		all = append(all, span.Anchored{Anchors: lists()["* "+name], Detect: func(s string, start, end int, out []span.Span) []span.Span {
			if ascii.IsAlnum(s[start]) && !ascii.WordStart(s, start) || ascii.IsAlnum(s[end-1]) && end < len(s) && (ascii.IsAlnum(s[end]) || s[end] == '-') {
				return out
			}
			return t.find(s, start, end, out)
		}})
	}
	return all
}

// find appends the first secret that is told behind s[start:end], on its line, or alone on the next where a prompt, a colon or
// nothing else stands on the line.
func (t telling) find(s string, start, end int, out []span.Span) []span.Span {
	const far = 100
	if before := s[max(0, start-far):start]; strings.HasSuffix(before, "/") && !strings.HasPrefix(s[end:], "\n") || strings.Contains(before[strings.LastIndexAny(before, between)+1:], "://") {
		return out // of a path or an address
	}
	line, _, more := strings.Cut(s[end:min(len(s), end+far)], "\n")
	for at := 0; at < len(line) && !t.shown; {
		if strings.IndexByte(between, line[at]) >= 0 || strings.HasPrefix(line[at:], "{ '") {
			at++
			continue
		}
		if strings.IndexByte("<>{}", line[at]) >= 0 {
			break
		}
		word := line[at : at+strings.IndexAny(line[at:]+" ", between+"<>{}")]
		for from := 0; from < len(word) && !shape.IsDigest(word); {
			part := strings.TrimRight(word[from:], ".:\\")
			if (!t.joined || joined(line[:at+from])) && t.looks(part) && !strings.Contains(word[:from], "://") {
				to := max(at+from+len(part), bareEnd(s, end+at+from, false, value.MaxLen)-end)
				out = append(out, span.Span{Start: end + at + from, End: end + to, Rule: rules[t.kind], Rank: span.ByName})
				if !t.hex {
					return out
				}
				break
			}
			next := strings.IndexAny(word[from:], "/:")
			if next < 0 {
				break
			}
			from += next + 1
		}
		at += len(word)
	}
	rest := strings.Trim(line, " ?*`'\"}")
	if !more || t.joined && (rest != "" || start > 0 && s[start-1] != '\n') {
		return out
	}
	head := s[max(0, start-far):start]
	head = strings.TrimLeft(head[strings.LastIndexByte(head, '\n')+1:], " ")
	sure := t.shown || strings.HasSuffix(rest, ":")
	if !sure && rest != "" && !slices.Contains([]string{"$ ", "% ", "# ", "❯ "}, head[:strings.IndexByte(head+" ", ' ')]+" ") {
		return out
	}
	from := belowAt(s, end+len(line))
	if key := ascii.Run(s, from, ascii.Alnum|ascii.URL); strings.HasPrefix(s[key:], ": ") && t.shown { // secrets, a map in YAML
		from = key + len(": ")
	}
	to := from + strings.IndexAny(s[from:min(len(s), from+value.MaxJudged)]+"\n", " \t\r\n")
	if strings.Count(s[from:to], ":") == 4 { // a line of .pgpass
		from += strings.LastIndexByte(s[from:to], ':') + 1
	}
	if below := s[from:to]; from > end+len(line) && onItsOwn(s[from:], 0, to-from) &&
		(t.looks(below) || shape.HasSpecial(below) && sturdy(below) || ascii.HasDigit(below) && len(below) >= 16 && (sure || !shape.IsHexHash(below)) && value.Credible(below, value.Context{Kind: value.Password})) {
		return append(out, span.Span{Start: from, End: to, Rule: rules[t.kind], Rank: span.ByName})
	}
	return out
}

// between are the bytes that part words.
const between = " \t\"'`,;()[]|="

// joined reports whether a text ends in what joins a password to whom it lets in. What JSON and calls put between does not.
func joined(text string) bool {
	bare := strings.TrimRight(text, " `(")
	last := strings.TrimRight(bare, `"'`)
	if bare == "" || bare == ":" {
		return false // bob: the user's name
	}
	if strings.IndexByte("/|,:;", bare[len(bare)-1]) >= 0 {
		return true
	}
	return among("joined", strings.ToLower(last[strings.LastIndexAny(last, " ,(")+1:]))
}

// looks reports whether a word is a secret by its form.
func (t telling) looks(word string) bool {
	const least = 20 // digits
	return !t.joined && generated(word) || t.hex && len(word) >= least && ascii.IsHex(word) || t.kind == value.Password && chosen(word)
}

// generated reports whether a machine made a word: long, of both cases and digits, and no public key, path or id.
func generated(s string) bool {
	const least, most = 20, 200
	if groups := strings.Split(s, "-"); len(groups) >= 4 && len(groups[0]) >= 4 && ascii.HasDigit(s) && ascii.HasUpper(s) { // a license's
		return !slices.ContainsFunc(groups, func(g string) bool {
			return len(g) != len(groups[0]) || ascii.HasLower(g) || ascii.Run(g, 0, ascii.Alnum) < len(g)
		})
	}
	return len(s) >= least && len(s) <= most && ascii.Run(s, 0, ascii.Alnum|ascii.URL|ascii.Base64) == len(s) && mixed(s) && (shape.Wordiness(s) < 0.4 || shape.IsRandom(s)) &&
		!strings.HasPrefix(s, "AAAA") && strings.Count(s, "/") < 4 && !shape.IsMadeUp(s) && !shape.IsDigest(s) && !value.IsPlaceholder(s)
}

// chosen reports whether a person chose a word as a password: of both cases with a digit, and with what words do not have.
func chosen(s string) bool {
	const least, most = 8, 64
	if len(s) < least || len(s) > most || strings.Contains(s, "/") || !mixed(s) || !ascii.IsPrintable(s) || value.IsPlaceholder(s) || shape.IsLocation(s) || shape.IsReference(s) || shape.IsVersion(s) ||
		strings.Contains(s[strings.IndexByte(s, '@')+1:], ".") && strings.Contains(s, "@") {
		return false
	}
	stem := strings.TrimRight(s, "!?")
	number := stem[ascii.Run(stem, 0, ascii.Letter):]
	if strings.Trim(number, "0123456789.") == "" && (len(number) <= 2 || strings.Contains(number, ".")) && !shape.IsRandom(s) { // Windows11!
		return false
	}
	return shape.HasSpecial(s) || shape.IsRandom(s)
}

func mixed(s string) bool { return ascii.HasDigit(s) && ascii.HasLower(s) && ascii.HasUpper(s) }

// pair finds the password in "bob / …" and "bob@example.org:…".
func pair(s string, start, end int, out []span.Span) []span.Span {
	from := start
	for from > 0 && start-from < maxName && (ascii.IsWord(s[from-1]) || strings.IndexByte(".@-+", s[from-1]) >= 0) {
		from--
	}
	to := bareEnd(s, end, false, value.MaxJudged)
	if from == start || s[start] == '.' && !strings.Contains(s[from:start], "@") || chosen(s[from:start]) || !chosen(s[end:to]) {
		return out
	}
	return append(out, span.Span{Start: end, End: to, Rule: "password", Rank: span.ByName})
}

// network finds the password of a wireless network in the text of its picture: WIFI:T:WPA;S:name;P:…;;
func network(s string, start, end int, out []span.Span) []span.Span {
	line, _, _ := strings.Cut(s[end:min(len(s), end+value.MaxJudged)], "\n")
	for at := 0; at < len(line); {
		n := at
		for n < len(line) && line[n] != ';' {
			if n++; line[n-1] == '\\' {
				n = min(n+1, len(line))
			}
		}
		if strings.HasPrefix(line[at:n], "P:") && !value.IsPlaceholder(line[at+2:n]) {
			return append(out, span.Span{Start: end + at + 2, End: end + n, Rule: "password", Rank: span.ByName})
		}
		at = n + 1
	}
	return out
}

// seed finds the words that open a wallet: twelve to twenty-four short ones behind their name, in one line or a list.
func seed(s string, _, end int, out []span.Span) []span.Span {
	const least, most, far = 12, 24, 40
	from, to, n := 0, end, 0
	for at := end; at < len(s) && n < most; {
		k := ascii.Run(s, at, ascii.LowerCase)
		if size := k - at; size > 0 {
			if size < 3 || size > 8 || among("prose", s[at:k]) || k < len(s) && (ascii.IsWord(s[k]) || s[k] >= 0x80) {
				if n > 0 || k-end > far {
					break
				}
				at = k
				continue
			}
			if n == 0 {
				from = at
			}
			n, to, at = n+1, k, k
			continue
		}
		if strings.IndexByte(":=", s[at]) >= 0 && at-end <= far {
			n = 0
		} else if n > 0 && strings.IndexByte(" ,\n\r\t.)|", s[at]) < 0 && !ascii.IsDigit(s[at]) || at-max(to, end) > far {
			break
		}
		at++
	}
	if n < least {
		return out
	}
	return append(out, span.Span{Start: from, End: to, Rule: "seed-phrase", Rank: span.ByRule})
}
