package mention

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// fromCode returns the subjects that an inline code span names, the widest first. In a command line, the command with
// its subcommand is one and the command alone another.
func fromCode(text string, at int) []Mention {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 120 {
		return nil
	}
	if i := strings.IndexAny(text, ":( "); i > 0 && text[i] == ' ' {
		return fromCommand(strings.Fields(text), at)
	}
	return fromSymbol(text, at, true)
}

// fromSymbol reads one symbol without spaces, in ticks or of a shape that prose does not have: a call, a variable, a
// file, a key, a branch. Its package or directory comes second.
func fromSymbol(text string, at int, ticked bool) []Mention {
	text = strings.TrimRight(text, ",;:.!?")
	if i := strings.IndexByte(text, '('); i > 0 {
		text = text[:i] // a call
	}
	if i := strings.Index(text, ": "); i > 0 {
		text = text[:i] // a key and its value
	}
	if base, ok := strings.CutSuffix(text, "://"); ok {
		if !bareWord(base) || Generic(base) {
			return nil
		}
		return []Mention{symbol(text, text, Ident, at)}
	}
	dotted := len(text) > 2 && text[0] == '.' && strings.IndexAny(text[1:], "./") < 0
	text = strings.TrimLeft(text, "$@&*./~\\")
	text = strings.TrimRight(text, "/\\*-_")
	if text == "" || text[0] == '-' || strings.ContainsAny(text, "\"'<>{}[]=|%,;!?\\`$*") || strings.Contains(text, "://") {
		return nil
	}
	if i := strings.IndexByte(text, ':'); i > 0 && allDigits(text[i+1:]) {
		text = text[:i] // file.go:42
	}
	switch {
	case strings.Contains(text, "/"):
		return fromPath(text, at, ticked)
	case unnamed(text):
		return nil
	case dotted:
		if Lexicon()[strings.ToLower(text)] != 0 {
			return nil
		}
		return []Mention{symbol(text, "."+text, File, at)}
	case Extension(text) != "":
		return fromFile(text, at)
	}
	return fromIdentifier(text, at, ticked)
}

func symbol(name, form string, cls Class, at int) Mention {
	return Mention{Key: Key(name), Form: form, Class: cls, At: at, Own: true, Over: -1}
}

// fromIdentifier reads a name of a program. pkg.WithAgent is WithAgent, and is about pkg.
func fromIdentifier(text string, at int, ticked bool) []Mention {
	pkg := ""
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		member := text[i+1:]
		switch {
		case allDigits(member), strings.Count(text, ".") > 1 && strings.ToLower(text) == text && len(member) <= 4:
			return nil // a numbered part, a host
		case unicode.IsUpper(rune(member[0])):
			if first := text[:strings.IndexByte(text, '.')]; bareWord(first) {
				pkg = first
			}
			if Humps(member) > 1 {
				text = member
			}
		}
	}
	cls := Shape(text)
	switch {
	case cls >= Name:
		if ticked {
			cls = Ident
		}
	case !ticked, Generic(strings.ToLower(text)):
		return nil
	default:
		cls = Tagged
	}
	return around(symbol(text, text, cls, at), pkg)
}

// around adds to a symbol the package or directory that it is in, where that has a name.
func around(m Mention, in string) []Mention {
	out := []Mention{m}
	if Lexicon()[strings.ToLower(in)] == 0 && !unnamed(in) && Key(in) != m.Key {
		o := symbol(in, in, max(Shape(in), Tagged), m.At)
		o.Over = 0
		out = append(out, o)
	}
	return out
}

// containers are directories that say nothing of what is in them.
var containers = prose.Set("internal cmd pkg src lib libs app apps packages docs doc test tests examples scripts bin dist build " +
	"public assets static tools util utils vendor node_modules components pages api common core shared config configs data tmp")

// fromPath names the last element of a path and the directory it is in, for the rest is where
// it happens to lie. Two bare words may be a branch or a repository and stay whole.
func fromPath(text string, at int, ticked bool) []Mention {
	parts := strings.Split(text, "/")
	last, dir := parts[len(parts)-1], parts[len(parts)-2]
	if containers()[strings.ToLower(dir)] {
		dir = ""
	}
	if Extension(last) != "" {
		if ms := fromFile(last, at); len(ms) > 0 {
			ms = around(ms[0], dir)
			for i := range ms[1:] {
				ms[1+i].Own = false // it lies there
			}
			return ms
		}
		return nil
	}
	switch {
	case !ticked || unnamed(last) || len(parts) > 2 && Generic(last):
		return nil
	case dir == "" || len(parts) > 2:
		return fromIdentifier(last, at, ticked)
	case bareWord(dir) && bareWord(last):
		return []Mention{symbol(text, text, Ident, at)}
	case Shape(last) >= Name:
		return []Mention{symbol(last, last, Ident, at)}
	}
	return nil
}

// fromFile names a file. A source file of a component is the component: TodoItem.tsx is
// TodoItem, hook_registry.go the hook registry. Names that every project has are none, nor
// are tests.
func fromFile(base string, at int) []Mention {
	ext := Extension(base)
	stem := strings.TrimSuffix(base, "."+ext)
	low := strings.ToLower(stem)
	if unnamed(base) {
		return nil
	}
	m := symbol(base, base, File, at)
	if !Sources()[strings.ToLower(ext)] {
		if ext != "md" && Lexicon()[low] != 0 {
			return nil
		}
		return []Mention{m}
	}
	if Lexicon()[low] != 0 || testFile().MatchString(low) {
		return nil
	}
	m.Key = Key(stem)
	return []Mention{m}
}

var testFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^test_|[._-](?:test|spec|stories)$`) })

// Extension returns the extension of a file name, without the dot, or "".
func Extension(s string) string {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || len(s)-i > 7 || i == len(s)-1 {
		return ""
	}
	ext := s[i+1:]
	if !extensions()[strings.ToLower(ext)] {
		return ""
	}
	return ext
}

var Sources = prose.Set("go py js mjs cjs jsx ts tsx vue svelte rb rs java kt swift c h cc cpp hpp cs php lua ex exs erl hs ml scala clj dart zig css scss")

var extensions = prose.Set("md mdx txt go mod sum work py pyi ipynb js mjs cjs jsx ts tsx vue svelte css scss html htm " +
	"json jsonl json5 yaml yml toml ini cfg conf lock env sh bash zsh fish ps1 bat rb rs java kt kts swift c h cc cpp hpp cs " +
	"php lua sql proto graphql xml svg png jpg pdf csv tsv log tmpl tpl gradle tf dockerfile ex exs erl hs ml scala clj dart zig nix")
