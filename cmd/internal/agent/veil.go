package agent

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/queue"
)

// withheld stands where a veil lies.
const withheld = queue.Withheld

// Veil returns a message without all that might be part of a secret. The hook has no time to tell
// secrets from other text, and what it writes lies on the disk until the worker, who can tell,
// takes it; so the veil errs on the side of silence. Withheld are: words of six or more characters
// with digits, words of 24 or more, words with = or with an address that names a user; what follows a
// word like password, token or key, in the languages the redactor knows, or a flag like -p on its
// line, and the next line too where nothing does or the line ends in a colon; what is marked private;
// and everything from the head of a PEM block on.
// Characters beyond ASCII divide words: no secret has them, and some languages have no spaces.
func Veil(text string) string {
	text, _, cut := strings.Cut(withoutPrivate(text), "-----BEGIN")
	var out strings.Builder
	out.Grow(len(text))
	below := false // the line above announced a secret
	for line := range strings.Lines(text) {
		if below && hasWord(line) && !isFence(line) {
			out.WriteString(withheld)
			if strings.HasSuffix(line, "\n") {
				out.WriteByte('\n')
			}
			below = false
			continue
		}
		end := len(strings.TrimRight(line, "\r\n"))
		if at := afterCue(line[:end]); at >= 0 {
			said := hasWord(line[at:end])
			below = !said || announces(line[at:end])
			if !said {
				at = end
			}
			veilWords(&out, line[:at])
			if said {
				out.WriteString(" " + withheld)
			}
		} else {
			veilWords(&out, line[:end])
		}
		out.WriteString(line[end:])
	}
	if cut {
		out.WriteString(withheld)
	}
	return out.String()
}

// withoutPrivate takes out what a person marked so; a mark that is not closed hides the rest.
func withoutPrivate(text string) string {
	const open, shut = "<private>", "</private>"
	for {
		lower := asciiLower(text)
		at := strings.Index(lower, open)
		if at < 0 {
			return text
		}
		end := len(text)
		if n := strings.Index(lower[at:], shut); n >= 0 {
			end = at + n + len(shut)
		}
		text = text[:at] + withheld + text[end:]
	}
}

// cues are the words after which secrets stand: alone, as a part of a name (API_KEY, apiKey), or more
// than one (keys).
var cues = [...]string{"password", "passwd", "passphrase", "passcode", "pwd", "pass", "secret", "token", "key", "bearer", "basic", "credential", "creds", "auth", "authorization"}

// foreign are words for it in other languages, wherever they stand.
var foreign = [...]string{"passwort", "kennwort", "contrase", "senha", "mot de passe", "parola", "wachtwoord", "hasło", "пароль", "密码", "密碼", "口令", "パスワード", "비밀번호"}

// flags of commands that take a password, alone or with it.
var flags = [...]string{" -p", " -a", " -u", " -pass", " --pass", " --user", " --token", " --auth"}

// keys are names that end in key and are written as one word, which monkey is too.
var keys = [...]string{"api", "access", "secret", "private", "auth", "encryption", "signing"}

// afterCue finds where the first cue of a line ends; -1 when it has none.
func afterCue(line string) int {
	first := -1
	lower := asciiLower(line)
	for _, cue := range cues {
		for from := 0; ; {
			at := strings.Index(lower[from:], cue)
			if at < 0 || first >= 0 && from+at+len(cue) >= first {
				break
			}
			from += at + len(cue)
			if end := ends(line, from); end >= 0 && begins(line, lower, from-len(cue), cue) {
				first = end
				break
			}
		}
	}
	plain := func(words []string) {
		for _, w := range words {
			if at := strings.Index(lower, w); at >= 0 && (first < 0 || at+len(w) < first) {
				first = at + len(w)
			}
		}
	}
	plain(foreign[:])
	plain(flags[:])
	return first
}

// begins tells whether the cue at at is the first word or the last of a name. Few words end in what is
// a cue, but for key and basic; so dbpassword is one.
func begins(line, lower string, at int, cue string) bool {
	switch {
	case at == 0 || !isLetter(rune(line[at-1])) || isUpper(line[at]) && (!isUpper(line[at-1]) || len(line) > at+1 && !isUpper(line[at+1])):
		return true
	case cue != "key":
		return cue != "basic" && cue != "bearer"
	}
	for _, k := range keys {
		if strings.HasSuffix(lower[:at], k) {
			return true
		}
	}
	return false
}

// ends is where a word ends, at at or one letter later with the s of more than one; -1 when it goes on.
func ends(line string, at int) int {
	over := func(at int) bool {
		return at >= len(line) || !isLetter(rune(line[at])) || isUpper(line[at]) && !isUpper(line[at-1])
	}
	switch {
	case over(at):
		return at
	case line[at]|0x20 == 's' && over(at+1):
		return at + 1
	}
	return -1
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// announces tells whether what stands after a cue leaves the secret to the next line.
func announces(s string) bool {
	s = strings.TrimRight(s, " \t*_`\"'>")
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "=") || strings.HasSuffix(s, " is")
}

// isFence tells whether a line opens a block of code.
func isFence(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// asciiLower keeps the length, which strings.ToLower does not.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// hasWord tells whether more than punctuation is in s.
func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return isLetter(r) || isDigit(r) || r >= utf8.RuneSelf })
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// veilWords writes s with its suspicious words withheld.
func veilWords(out *strings.Builder, s string) {
	for s != "" {
		n := strings.IndexFunc(s, isWordRune)
		if n < 0 {
			n = len(s)
		}
		out.WriteString(s[:n])
		s = s[n:]
		n = strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) })
		if n < 0 {
			n = len(s)
		}
		if suspicious(s[:n]) {
			out.WriteString(withheld)
		} else {
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
}

func isWordRune(r rune) bool { return ' ' < r && r < 0x7f }

func suspicious(word string) bool {
	if len(word) >= 24 || strings.Contains(word, "=") {
		return true
	}
	if _, after, ok := strings.Cut(word, "://"); ok && strings.Contains(after, "@") {
		return true
	}
	return len(word) >= 6 && strings.ContainsFunc(word, isDigit)
}
