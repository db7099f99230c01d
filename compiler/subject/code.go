package subject

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// class is how a subject was written where it was seen, from the least to the most telling.
type class uint8

const (
	plain   class = iota // a lower-case word: counts only where the word is known to be a name
	phrase               // several plain words between the ends of a noun phrase
	tagged               // a single lower-case word in inline code
	name                 // capitalised, or of a shape that only names have
	ident                // an identifier, a configuration key, a variable
	file                 // a file name
	command              // a command and its subcommand
)

// A mention is one naming of a subject in a line.
type mention struct {
	key    string
	form   string // how it would stand as a title or an alias
	cls    class
	at     int  // offset in the line
	own    bool // the line is about it, not only about something longer that contains it
	over   int  // index of the longer mention that contains this one, or -1
	aka    bool // form carries a label ("SessionStart hook") that key leaves out
	aside  bool // in parentheses
	ticked bool // in inline code
	framed bool // stands where a noun phrase stands: after an article, a preposition, a verb
}

// fromCode returns the subjects that an inline code span names, the widest first. In a
// command line, the command with its subcommand is one and the command alone another.
func fromCode(text string, at int) []mention {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 120 {
		return nil
	}
	if i := strings.IndexAny(text, ":( "); i > 0 && text[i] == ' ' {
		return fromCommand(strings.Fields(text), at)
	}
	if m, ok := fromSymbol(text, at, true); ok {
		return []mention{m}
	}
	return nil
}

// maxCommand is how many words of a command line can be its name: git remote add.
const maxCommand = 3

// fromCommand reads "git remote add origin URL": a command is lower case, what follows is
// its subcommand as long as the words are bare.
func fromCommand(fields []string, at int) []mention {
	n := 0
	for n < len(fields) && n < maxCommand && bareWord(fields[n]) {
		n++
	}
	if n == 0 || !commandLine(fields, n) {
		return nil
	}
	common := lexicon[fields[0]]&tool != 0
	if common && n > 1 && lexicon[fields[1]]&(verb|lemma|noun) != 0 && subcommands(fields[:2]) == 0 {
		return nil // git status, go test: everybody's, every day
	}
	if n == 1 || !common && n > 2 && lexicon[fields[1]]&empty != 0 {
		return head(fields[0], at)
	}
	if lexicon[fields[0]]&(empty|verb) != 0 && !common {
		return nil // a sentence in ticks
	}
	if common && n == 3 && lexicon[fields[0]+" "+fields[1]] == 0 {
		n = 2 + subcommands(fields[:2])
	}
	form := strings.Join(fields[:n], " ")
	cls := command
	if !common && n == len(fields) {
		cls = tagged // two bare words may be words
	}
	out := []mention{{key: key(form), form: form, cls: cls, at: at, own: common, over: -1}}
	if n == 3 {
		f := strings.Join(fields[:2], " ")
		out = append(out, mention{key: key(f), form: f, cls: command, at: at, own: true, over: 0})
	}
	if h := head(fields[0], at); h != nil {
		h[0].over, h[0].own, h[0].cls = len(out)-1, !common, cls
		out = append(out, h...)
	}
	return out
}

// commandLine tells a command line from other words in ticks, such as an error message: it
// has a flag, a path or a placeholder, or nothing but a few bare words.
func commandLine(fields []string, bare int) bool {
	if bare == len(fields) {
		return true
	}
	for _, f := range fields[1:] {
		if strings.HasPrefix(f, "-") || strings.ContainsAny(f, "/.<[@$~") && !strings.HasSuffix(f, ".") {
			return true
		}
	}
	return false
}

// subcommands tells how many of a common tool's further words belong to its name: npm run
// lint names a script, git commit fixup names nothing more than git commit.
func subcommands(fields []string) int {
	switch fields[1] {
	case "run", "remote", "stash", "submodule", "worktree", "mod", "tool", "compose":
		return 1
	}
	return 0
}

func head(w string, at int) []mention {
	if generic(w) && lexicon[w]&tool == 0 {
		return nil
	}
	return []mention{{key: key(w), form: w, cls: command, at: at, own: true, over: -1}}
}

// bareWord tells a word of a command's name: no flag, path, value or variable.
func bareWord(w string) bool {
	if w == "" || w[0] < 'a' || w[0] > 'z' {
		return false
	}
	for i := 0; i < len(w); i++ {
		if c := w[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return w[len(w)-1] != '-'
}

// fromSymbol reads one symbol without spaces, in ticks or of a shape that prose does not
// have: a call, a variable, a file, a key, a branch.
func fromSymbol(text string, at int, ticked bool) (mention, bool) {
	none := mention{}
	text = strings.TrimRight(text, ",;:.!?")
	if i := strings.IndexByte(text, '('); i > 0 {
		text = text[:i] // a call
	}
	if i := strings.Index(text, ": "); i > 0 {
		text = text[:i] // a key and its value
	}
	text = strings.TrimLeft(text, "$@&*./~\\")
	text = strings.TrimRight(text, "/\\*-_")
	if hidden := strings.IndexAny(text, "\"'<>{}[]=|%,;!?\\`$"); hidden >= 0 || text == "" {
		return none, false
	}
	scheme := strings.HasSuffix(text, ":")
	if i := strings.Index(text, "://"); i >= 0 || scheme {
		if i < 0 || i+3 < len(text) || lexicon[strings.ToLower(text[:i])] != 0 {
			return none, false // an address
		}
		return mention{key: key(text), form: text, cls: ident, at: at, own: true, over: -1}, true
	}
	if i := strings.IndexByte(text, ':'); i > 0 && allDigits(text[i+1:]) {
		text = text[:i] // file.go:42
	}
	if strings.HasPrefix(text, "-") || strings.ContainsAny(text, "*") {
		return none, false // a flag
	}
	if strings.Contains(text, "/") {
		return fromPath(text, at, ticked)
	}
	if unnamed(text) {
		return none, false
	}
	if ext := extension(text); ext != "" {
		return fromFile(text, ext, at)
	}
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		switch {
		case humps(text[i+1:]) > 1:
			text = text[i+1:] // pkg.WithAgent is WithAgent
		case allDigits(text[i+1:]), strings.Count(text, ".") > 1 && strings.ToLower(text) == text && len(text)-i <= 4:
			return none, false // a numbered part, a host
		}
	}
	cls := shape(text)
	switch {
	case cls >= name:
		if ticked {
			cls = ident
		}
	case !ticked, generic(strings.ToLower(text)):
		return none, false
	default:
		cls = tagged
	}
	return mention{key: key(text), form: text, cls: cls, at: at, own: true, over: -1}, true
}

// fromPath names the last element of a path, for the rest is where it happens to lie. Two
// bare words may be a branch or a repository and stay whole.
func fromPath(text string, at int, ticked bool) (mention, bool) {
	parts := strings.Split(text, "/")
	last := parts[len(parts)-1]
	if ext := extension(last); ext != "" && !unnamed(last) {
		return fromFile(last, ext, at)
	}
	if len(parts) == 2 && ticked && bareWord(parts[0]) && bareWord(last) {
		return mention{key: key(text), form: text, cls: ident, at: at, own: true, over: -1}, true
	}
	if !ticked || unnamed(last) || shape(last) < name {
		return mention{}, false
	}
	return mention{key: key(last), form: last, cls: ident, at: at, own: true, over: -1}, true
}

// fromFile names a file. A source file of a component is the component: TodoItem.tsx is
// TodoItem, hook_registry.go the hook registry. Names that every project has are none, nor
// are tests.
func fromFile(base, ext string, at int) (mention, bool) {
	stem := strings.TrimSuffix(base, "."+ext)
	low := strings.ToLower(stem)
	m := mention{key: key(base), form: base, cls: file, at: at, own: true, over: -1}
	if !sources[strings.ToLower(ext)] {
		return m, ext == "md" || lexicon[low] == 0
	}
	if lexicon[low] != 0 || testFile.MatchString(low) {
		return mention{}, false
	}
	if strings.ContainsAny(stem, "_-") || humps(stem) > 1 {
		m.key = key(stem)
	}
	return m, true
}

var testFile = regexp.MustCompile(`^test_|[._-](?:test|spec|stories)$`)

// extension returns the extension of a file name, without the dot, or "".
func extension(s string) string {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || len(s)-i > 7 || i == len(s)-1 {
		return ""
	}
	ext := s[i+1:]
	if !extensions[strings.ToLower(ext)] {
		return ""
	}
	return ext
}

var sources = func() map[string]bool {
	m := make(map[string]bool)
	for _, e := range strings.Fields("go py js mjs cjs jsx ts tsx vue svelte rb rs java kt swift c h cc cpp hpp cs php lua ex exs erl hs ml scala clj dart zig css scss") {
		m[e] = true
	}
	return m
}()

var extensions = func() map[string]bool {
	m := make(map[string]bool)
	for _, e := range strings.Fields("md mdx txt go mod sum work py pyi ipynb js mjs cjs jsx ts tsx vue svelte css scss html htm " +
		"json jsonl json5 yaml yml toml ini cfg conf lock env sh bash zsh fish ps1 bat rb rs java kt kts swift c h cc cpp hpp cs " +
		"php lua sql proto graphql xml svg png jpg pdf csv tsv log tmpl tpl gradle tf dockerfile ex exs erl hs ml scala clj dart zig nix") {
		m[e] = true
	}
	return m
}()

// shape tells whether a single word is written as only names are: humps, capitals, digits
// between letters, a joint.
func shape(w string) class {
	letters, upper, lower, digits, joints := 0, 0, 0, 0, 0
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			lower++
			letters++
		case unicode.IsDigit(r):
			digits++
		case r == '_' || r == '.' && i > 0:
			joints++
		}
	}
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case letters < 2 || digits > letters:
		return plain
	case joints > 0 && lower+upper > 3:
		return ident
	case upper > 1 && lower > 0 && !strings.ContainsAny(w, "-'’"): // SessionStart, GoReleaser
		return name
	case upper == 1 && lower > 1 && !unicode.IsUpper(first): // iPhone
		return name
	case upper > 1 && lower == 0 && letters <= 6 && !generic(strings.ToLower(w)): // MCP
		return name
	case strings.Contains(w, "-"):
		return joined(w)
	case digits > 0 && letters > 2 && unicode.IsLetter(first): // utf8, log4j
		return name
	}
	return plain
}

// joined tells names written with a hyphen (go-git, Entire-Checkpoint) from compounds of the
// language (read-only, built-in, follow-up).
func joined(w string) class {
	parts := strings.Split(w, "-")
	if w[0] >= '0' && w[0] <= '9' {
		return plain
	}
	known, capitals := 0, 0
	for _, p := range parts {
		if r, _ := utf8.DecodeRuneInString(p); unicode.IsUpper(r) {
			capitals++
		}
	}
	if capitals > 1 {
		return name
	}
	for i, p := range parts {
		if p == "" {
			return plain
		}
		low := strings.ToLower(p)
		r := lexicon[low]
		if r&(empty) != 0 || r&adj != 0 || affixes[low] || allDigits(p) || i == len(parts)-1 && r&(verb|inflected) != 0 {
			return plain
		}
		if r&(common|label) != 0 {
			known++
		}
	}
	if known == len(parts) && w == strings.ToLower(w) {
		return phrase
	}
	return name
}

var affixes = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields("non re pre post self well auto multi semi sub co anti de pseudo sanity well " +
		"based like facing friendly wide aware safe free driven specific agnostic proof able ready built hand ever so called " +
		"turn kick stand sign roll hot ad hoc step head trade back") {
		m[w] = true
	}
	return m
}()

// humps counts the words that capitals tell apart.
func humps(w string) int {
	n, prev := 0, false
	for i, r := range w {
		up := unicode.IsUpper(r)
		if i == 0 || up && !prev {
			n++
		}
		prev = up
	}
	return n
}

// unnamed tells what is no name whatever its shape: numbers, versions, hashes, ids, dates.
func unnamed(w string) bool {
	digits, letters, hexa := 0, 0, true
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			hexa = hexa && (r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F')
		}
	}
	return letters < 2 || digits >= letters || hexa && digits > 0 && digits+letters >= 6 || utf8.RuneCountInString(w) > 60
}

func allDigits(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) && r != ',' && r != '-' && r != '.' {
			return false
		}
	}
	return s != ""
}

// generic tells a folded word that names nothing alone.
func generic(low string) bool {
	return lexicon[low]&(common|label|tail) != 0 || utf8.RuneCountInString(low) < 2
}
