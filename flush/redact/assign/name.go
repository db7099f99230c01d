package assign

import (
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/value"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A secretWord is a word at the end of names of secrets.
type secretWord struct {
	word string
	kind value.Kind
	verb bool // also a verb or a verdict: only an assignment counts, no prose
	url  bool // only as a parameter of a URL
	any  bool // also inside of other words, as languages have it that join words or do not part them
	pin  bool // a word for many things: only a number of a few digits is what it announces
	pair bool // a user's name and a password come after it
	// fits reports whether the word means a secret, given the text before it: the rest of its
	// name or, if that is empty, the word before it; in lower case, without separators.
	fits func(before string) bool
}

// identifiedBy is SQL if it is written in capitals, else prose.
const identifiedBy = "identified by"

// secretWordTable lists all secret words, each once.
var secretWordTable = sync.OnceValue(func() (all []secretWord) {
	add := func(w secretWord, words ...string) {
		for _, w.word = range words {
			all = append(all, w)
		}
	}
	add(secretWord{kind: value.Password}, "password", "passwd", "passphrase", "pass phrase", "passcode")
	add(secretWord{kind: value.Password, fits: passFits}, "pw")
	add(secretWord{kind: value.Password, pin: true}, "pin")
	add(secretWord{kind: value.Password, verb: true}, "pwd", identifiedBy)
	add(secretWord{kind: value.Password, verb: true, fits: passFits}, "pass")
	add(secretWord{kind: value.Password, any: true}, "passwort", "kennwort", "contraseña", "CONTRASEÑA", "contrasena", "senha", "mot de passe",
		"wachtwoord", "hasło", "пароль", "Пароль", "ПАРОЛЬ", "HASŁO", "密码", "密碼", "口令", "パスワード", "비밀번호",
		"clave", "parola d'ordine", "lösenord", "LÖSENORD", "adgangskode", "salasana", "heslo", "jelszó", "şifre", "Şifre", "mật khẩu", "Mật khẩu",
		"κωδικός", "Κωδικός", "كلمة المرور", "كلمة السر", "סיסמה", "पासवर्ड", "รหัสผ่าน")
	add(secretWord{kind: value.Password, any: true, pin: true}, "暗証番号")
	add(secretWord{kind: value.Token}, "secret", "credential", "credentials", "creds")
	add(secretWord{kind: value.Token, fits: tokenFits}, "token")
	add(secretWord{kind: value.Token, fits: keyFits}, "key")
	add(secretWord{kind: value.Token, fits: func(before string) bool { return before == "" }}, "_auth")
	add(secretWord{kind: value.Token, url: true}, "sig", "signature")
	add(secretWord{kind: value.Token}, "key for the api", "key for our api", "key for api")
	add(secretWord{kind: value.Token, any: true}, "密钥", "令牌", "apiキー", "トークン", "秘密鍵", "シークレット", "api 키", "api키", "토큰", "токен", "Токен",
		"ключ api", "Ключ api", "api-schlüssel", "clé api", "jeton", "clave api")
	add(secretWord{kind: value.Password, pair: true}, "creds:", "credentials:", "zugangsdaten", "login data", "log in as", "login as", "log in with", "identifiants", "credenciales")
	return all
})

var words = sync.OnceValue(func() map[string]secretWord {
	m := map[string]secretWord{}
	for _, w := range secretWordTable() {
		m[w.word] = w
	}
	return m
})

// Words returns the words that announce a secret, in lower case where they are ASCII: those that occur as a word or
// as a part of a name, and those that may occur anywhere.
func Words() (words, anywhere []string) {
	for _, w := range secretWordTable() {
		switch {
		case w.url, w.word == "pw": // in a URL the password itself is often called so
		case w.any:
			anywhere = append(anywhere, w.word)
		default:
			words = append(words, w.word)
		}
	}
	return words, anywhere
}

func endsIn(s string, ends ...string) bool {
	for _, e := range ends {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

func passFits(before string) bool {
	return before == "" || endsIn(before, "db", "pg", "user", "root", "admin", "sql", "smtp", "mail", "redis", "http", "proxy", "ssh", "ftp", "auth", "login", "account",
		"base", "mailer", "store", "key", "become", "sudo", "ldap", "mqtt", "imap", "email", "wifi", "bind", "client", "server", "service", "mongo", "rabbit", "vpn",
		"basic", "api", "app", "cert", "my")
}

// A key is a secret if it opens something; most keys in code only name a value.
func keyFits(before string) bool {
	return !endsIn(before, "public") && endsIn(before,
		"api", "access", "secret", "private", "auth", "account", "app", "application", "client", "encryption", "encrypt",
		"signing", "sign", "master", "service", "shared", "deploy", "license", "licence", "hmac", "webhook", "subscription",
		"functions", "consumer", "aes", "jwt", "cookie", "admin", "integration", "write", "ingest", "storage", "bot")
}

// Lexers, models and pages have tokens too.
func tokenFits(before string) bool {
	return !endsIn(before, "next", "page", "continuation", "cursor", "max", "min", "num", "stop", "eos", "bos", "pad", "unk", "mask", "sep",
		"cls", "special", "sync", "per", "total", "prompt", "completion", "input", "output", "cached", "first", "last", "cancel",
		"cancellation", "current", "peek", "lexer", "begin", "end", "left", "right", "op", "operator", "design", "color", "css", "start")
}

// Words that may end a name without changing its meaning.
var nameSuffixes = prose.Set(`prod production dev development staging stage test live local base value default primary secondary
	old new current root admin user main v1 v2 str string plain raw b64 base64`)

// maxName is the maximum length of a name on each side of its word.
const maxName = 64

// A name is the position of a value's name.
type name struct {
	start, end int
	kind       value.Kind
	verb       bool
	sql        bool // IDENTIFIED BY
	flag       bool // written as a flag: --name
	capitals   bool // written as an environment variable: NAME
	inURL      bool // a query parameter: ?name=
	set        bool // the word before it is set, as in "config set NAME VALUE"
	word       secretWord
}

// secretName returns the name whose secret word is s[start:end].
func secretName(s string, start, end int) (name, bool) {
	w, ok := words()[s[start:end]]
	if !ok {
		w, ok = words()[strings.ToLower(s[start:end])]
	}
	n := nameAround(s, start, end)
	if !ok || n.end < 0 || strings.HasSuffix(s[:n.start], "://") {
		return n, false
	}
	n.word, n.kind, n.verb, n.sql = w, w.kind, w.verb, w.word == identifiedBy
	n.set = wordBefore(s, n.start) == "set"
	if n.sql && ascii.Is(s[start], ascii.LowerCase) {
		return n, false
	}
	if w.url && !n.inURL || w.word == "pass" && n.capitals && n.start == start && (n.end >= len(s) || s[n.end] != '=') {
		return n, false // PASS is a verdict
	}
	if w.fits == nil {
		return n, true
	}
	before := letters(s[n.start:start])
	if before == "" && w.kind == value.Token {
		before = letters(wordBefore(s, n.start))
	}
	return n, w.fits(before)
}

// nameAround extends s[start:end] to the whole name. Its end is -1 if more follows than a
// known suffix.
func nameAround(s string, start, end int) name {
	n := name{start: start, end: end}
	for n.start > 0 && start-n.start < maxName && (ascii.IsWord(s[n.start-1]) || s[n.start-1] == '-' || s[n.start-1] == '.') {
		n.start--
	}
	dashes := 0
	for n.start+dashes < start && s[n.start+dashes] == '-' {
		dashes++
	}
	n.flag = dashes == 1 || dashes == 2
	n.start += dashes
	if p := n.start - 1; p >= 0 && dashes == 0 {
		n.inURL = s[p] == '?' || s[p] == '&' || s[p] == ';' && ascii.HasSuffixFold(s[:p+1], "&amp;")
	}
	for n.end < len(s) && n.end-end < maxName && (ascii.IsWord(s[n.end]) || s[n.end] == '-' && n.end+1 < len(s) && ascii.IsWord(s[n.end+1])) {
		n.end++
	}
	n.capitals = !ascii.HasLower(s[n.start:n.end]) && ascii.HasUpper(s[n.start:n.end])
	for _, part := range strings.FieldsFunc(s[end:n.end], func(r rune) bool { return r == '_' || r == '-' }) {
		if ascii.Run(part, 0, ascii.Digit) < len(part) && !nameSuffixes()[strings.ToLower(part)] {
			n.end = -1
			break
		}
	}
	return n
}

// letters returns s in lower case without separators and digits.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && ascii.Is(byte(r), ascii.Letter) {
			return rune(ascii.Lower(byte(r)))
		}
		return -1
	}, s)
}

// wordBefore returns the word before the blank that precedes i, if there is one.
func wordBefore(s string, i int) string {
	if i == 0 || s[i-1] != ' ' {
		return ""
	}
	end := i - 1
	start := end
	for start > 0 && end-start < maxName && ascii.Is(s[start-1], ascii.Letter) {
		start--
	}
	return s[start:end]
}
