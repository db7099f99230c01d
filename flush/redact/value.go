package redact

import (
	"strings"
	"sync"
)

// The kinds of secrets that a name can announce.
type kind uint8

const (
	kindToken    kind = iota // made by a machine: long and without sense
	kindPassword             // made by a person: may be short, may be a word
)

// A value describes the context of a value.
type value struct {
	kind   kind
	strong bool // an assignment beyond doubt: NAME=…, --flag=…, a quoted literal
	quoted bool
	sure   bool   // NAME=… in a shell, --flag=…, ?name=…: even a plain word is meant
	alone  bool   // a line of a settings file, and nothing else on it
	secret bool   // the name ends in "secret", which people also call a password
	verb   bool   // the name is also an ordinary word: a plain word is not meant
	name   string // what the value is assigned to
}

// maxJudged is the length of the part of a value that is examined to classify it.
const maxJudged = 256

// credible reports whether text is the secret that its name announces, and not a placeholder, a
// reference, a type, a label, or prose.
func credible(text string, v value) bool {
	text = text[:min(len(text), maxJudged)]
	if markedFake(text) && len(text) > len("FAKE") {
		return true
	}
	if len(text) < 4 || v.name != "" && hasPrefixFold(text, strings.ToLower(v.name)) || placeholder(text) || isDigest(text) || isLocation(text) {
		return false
	}
	if !v.quoted && isReference(text) || v.quoted && isLookup(text) {
		return false
	}
	if v.kind == kindPassword {
		return crediblePassword(text, v)
	}
	return credibleToken(text, v)
}

func crediblePassword(text string, v value) bool {
	if strings.ContainsAny(text, " \t") || isLabel(text) {
		return false
	}
	digit, letter, special := hasDigit(text), hasLetter(text), hasSpecial(text)
	if text[0] == '\\' || !v.quoted && isCode(text) {
		return false
	}
	if v.strong {
		switch {
		case digit || special:
			return !isTerm(text)
		case v.sure:
			return true
		}
		// A capital begins a label; "pass" is the name itself.
		return v.quoted && !v.verb && len(text) >= 6 && !strings.ContainsAny(text, "-_./:") && !is(text[0], classUpper) && !containsFold(text, "pass")
	}
	if len(text) < 6 || isTerm(text) || isVersion(text) || isFileName(text) || isSlug(text) && strings.ContainsAny(text, "-_.") {
		return false
	}
	if v.alone && len(text) >= 8 && !digit && !special {
		return !hasUpper(text) && !strings.ContainsAny(text, "-_./:,")
	}
	return digit && letter || special && letter && len(text) >= 8 || digit && !letter && !special
}

func credibleToken(text string, v value) bool {
	n := len(text)
	if v.secret && v.strong && n >= 6 && n < 12 && hasDigit(text) && hasLetter(text) && !isTerm(text) && wordiness(text) < 0.6 {
		return !strings.ContainsAny(text, " \t\\./:")
	}
	if n < 8 || strings.ContainsAny(text, " \t\\") || !isASCII(text) || isSlug(text) || isLabel(text) {
		return false
	}
	digit, letter := hasDigit(text), hasLetter(text)
	if !letter {
		return false
	}
	if isUUID(text) || isHex(text) {
		return digit && (n >= 20 || v.strong && n >= 12)
	}
	if isRandom(text) {
		return v.strong || n >= 16 || n >= 10 && hasUpper(text) && hasLower(text)
	}
	if wordiness(text) >= 0.6 {
		return false
	}
	if digit && hasSpecial(text) && (v.strong || hasUpper(text)) {
		return true
	}
	if !v.strong {
		return false
	}
	if digit {
		return n >= 12
	}
	for _, w := range [...]string{"secret", "token", "key", "api", "pass"} {
		if containsFold(text, w) {
			return false
		}
	}
	return n >= 16 && entropy(text) >= 3.3
}

// isCode reports whether a bare value continues as code: minified code, or the beginning of a literal.
func isCode(text string) bool {
	return strings.ContainsAny(text, "{}") || strings.Contains(text, "+=") || strings.Contains(text, "=>") ||
		strings.Contains(strings.TrimRight(text, "="), "==")
}

// Words of which a placeholder consists, or mostly consists.
var placeholderParts = []string{
	"placeholder", "changeme", "change-me", "change_me", "change-this", "change_this", "replace", "redacted",
	"removed", "masked", "hidden", "insert", "dummy", "todo", "fixme", "goes-here", "goes_here", "-here", "_here",
	"xxxx", "****", "your-", "your_", "yourpass", "yoursecret", "yourtoken", "yourkey", "yourapi", "example-", "example_", "example.",
	"-example", "_example", "my-secret", "my_secret", "mysecret", "my-token", "my_token", "my-api", "my_api", "my-key", "my_key",
	"some-", "some_", "enter-", "enter_", "not-a-real", "not_a_real", "secret-here", "<", "[redacted", "{{", "${", "$(", "#{", "...", "…",
}

// placeholder reports whether text is a placeholder for a secret.
func placeholder(text string) bool {
	if text == "" || blank(text) {
		return true
	}
	if words()[strings.ToLower(text)] || len(text) < 40 && strings.Contains(text, "%s") {
		return true
	}
	for _, p := range placeholderParts {
		// A long secret may contain a short word by chance; a placeholder consists of one.
		if (len(text) < 40 || len(p) >= 6) && containsFold(text, p) {
			return true
		}
	}
	switch text[0] {
	case '$', '%', '@':
		return isReference(text)
	case '{', '[', '(':
		return true
	case '^': // a block id
		return run(text, 1, classAlnum|classURL) == len(text)
	}
	return false
}

// words are values that name a secret's kind, its type or its absence.
var words = wordSet(`
	true false null nil none undefined yes no on off empty unset missing disabled enabled default invalid
	string str number num int integer bool boolean bytes byte object any unknown text char varchar uuid array list type
	required optional example sample test testing demo fake foo bar baz foobar value val
	password passwd pass pwd passphrase secret secrets token tokens key apikey credential credentials creds auth
	user username bearer basic oauth jwt admin-password env environment prompt stdin
`)

// labels are words beside a password field in an interface or a schema.
var labels = wordSet(`
	current-password new-password current new old confirm confirmation reset forgot forgotten change changed update updated
	login logout signin signup register required invalid incorrect wrong mismatch match matches missing expired expires short long weak strong
	hash hashed plain plaintext encrypted encoded hidden visible masked input field form label button column header attribute property
	passwort kennwort contraseña contrasena senha wachtwoord пароль пароля hasło lösenord adgangskode salasana şifre parola
	密码 口令 パスワード 비밀번호 authentication authorization authenticated protected provider manager policy only
`)

// wordSet returns a set that is built at first use, so that it does not slow down the start of the
// program.
func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		return set
	})
}

func isLabel(text string) bool {
	folded := strings.ToLower(text)
	return labels()[folded] || words()[folded]
}

// terms are technical terms that end in a number: sha256, utf8, arg1.
var terms = []string{
	"sha", "sha-", "md", "base", "utf", "utf-", "argon", "bcrypt", "scrypt", "pbkdf", "oauth", "rsa", "aes", "aes-", "ipv", "http",
	"arg", "param", "var", "field", "input", "line", "col", "index", "item", "value", "row", "step", "level", "version", "tls", "ssl",
	"string", "int", "uint", "float", "char", "varchar", "password", "passwd", "secret", "token", "key",
}

// isTerm reports whether text is such a term, alone or joined with words: sha256-hashed.
func isTerm(text string) bool {
	folded := strings.ToLower(text)
	for _, t := range terms {
		rest, ok := strings.CutPrefix(folded, t)
		n := run(rest, 0, classDigit)
		if !ok || n == 0 {
			continue
		}
		switch tail := rest[n:]; {
		case tail == "", tail == "id", tail == "sum", tail == "hash":
			return true
		case strings.IndexByte("-_.(", tail[0]) >= 0:
			return !hasDigit(tail)
		}
	}
	return false
}

// maxValue is the maximum length of a value.
const maxValue = 16 << 10

// An assignment is a value with a name before it.
type assignment struct {
	start, end int // the value, without its quotes
	sep        separator
	quoted     bool
	strong     bool // nothing but an assignment is written so
}

// markedFake reports whether a secret is marked as invented by its author, who
// wants to see it redacted however short or simple it is.
func markedFake(body string) bool { return strings.HasPrefix(body, "FAKE") }
