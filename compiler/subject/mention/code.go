package mention

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// fromCode returns what an inline code span names, or a word with the joints that code has. A flag, a value, an address or a
// file names nothing that people call by this name.
func fromCode(text string, at int, ticked bool) []Mention {
	text = strings.Trim(strings.TrimRight(text, ",;:.!? "), " ")
	if i := strings.Index(text, ": "); i > 0 {
		text = text[:i] // a key and its value
	}
	if strings.Contains(text, " ") && !strings.Contains(text, "(") {
		return fromCommand(strings.Fields(text), at)
	}
	text, _, called := strings.Cut(text, "(")
	text = strings.TrimRight(strings.TrimLeft(text, "$@&*./~\\"), "/\\*-_.")
	if text == "" || len(text) > 80 || text[0] == '-' || strings.ContainsAny(text, "\"'<>{}[]=|%,;!?\\`$*") || strings.Contains(text, "://") {
		return nil
	}
	if i := strings.IndexByte(text, ':'); i > 0 {
		text = text[:i] // file.go:42
	}
	if dir := strings.LastIndexByte(text, '/'); dir >= 0 && !called {
		if base := text[dir+1:]; Extension(base) != "" || strings.Count(text, "/") > 1 || !ticked {
			text = base
		} else if bareWord(text[:dir]) && bareWord(base) && !containers()[text[:dir]] {
			return []Mention{named(text, text, Path, at)}
		}
	}
	shape := Shape(text)
	switch {
	case unnamed(text) || Extension(text) != "" || called && strings.Contains(text, "."):
		return nil
	case called:
		m := named(text, text, Ident, at)
		m.Called = true
		return []Mention{m}
	case ticked && (shape == Name && !lower(text) || shape == Word && capitalised(text)):
		return []Mention{named(text, text, Ident, at)}
	case shape == Ident || shape == Name && ticked:
		return nil
	case ticked && shape == Word && strings.ToUpper(text) == text && !Generic(strings.ToLower(text)): // KAFKA, of which others say Kafka
		return []Mention{named(text, text, Word, at)}
	case Generic(strings.ToLower(text)) || !ticked && shape != Name || ticked && shape == Word && !bareWord(text):
		return nil
	case shape == Word:
		shape = Term
	}
	return []Mention{named(text, text, shape, at)}
}

func named(name, form string, cls Class, at int) Mention {
	return Mention{Key: Key(name), Form: form, Class: cls, At: at, Over: -1}
}

// fromCommand reads a command line: a command is lower case, and so is its subcommand. The subcommands of a tool that
// everybody uses are no names, nor is a sentence in ticks.
func fromCommand(fields []string, at int) []Mention {
	r := Lexicon()[fields[0]]
	if r&(Tool|empty|Verb) != 0 || !bareWord(fields[0]) || len(fields) > 3 && !slices.ContainsFunc(fields[1:], argument) {
		return nil
	}
	head := named(fields[0], fields[0], Term, at)
	if !bareWord(fields[1]) || Lexicon()[fields[1]]&empty != 0 {
		return []Mention{head}
	}
	form := fields[0] + " " + fields[1]
	return []Mention{named(form, form, Command, at), head}
}

// argument reports whether a word is one of a command line and of no sentence: a flag, a path or a placeholder.
func argument(w string) bool {
	return strings.HasPrefix(w, "-") || strings.ContainsAny(strings.TrimSuffix(w, "."), "/.<[@$~")
}

// bareWord reports whether a word can belong to a command's name: no flag, path, value or variable.
func bareWord(w string) bool {
	return w != "" && w[0] >= 'a' && w[0] <= 'z' && w[len(w)-1] != '-' &&
		strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// containers are directories that say nothing of what is in them.
var containers = prose.Set("internal cmd pkg src lib libs app apps packages docs doc test tests examples scripts bin dist build " +
	"public assets static tools util utils vendor node_modules components pages api common core shared config configs data tmp " +
	"origin refs heads usr etc var opt home fix feat feature chore")

// Extension returns the extension of a file name, without the dot, or "".
func Extension(s string) string {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || len(s)-i > 7 || i == len(s)-1 {
		return ""
	}
	if ext := s[i+1:]; extensions()[strings.ToLower(ext)] {
		return ext
	}
	return ""
}

var extensions = prose.Set("go py js mjs cjs jsx ts tsx vue svelte rb rs java kt kts swift c h cc cpp hpp cs php lua ex exs erl hs ml scala clj dart " +
	"zig css scss sh bash zsh fish ps1 bat html htm tmpl tpl sql proto graphql xml svg png jpg pdf csv tsv log sum work lock jsonl txt ipynb " +
	"md mdx json json5 yaml yml toml ini cfg conf env mod gradle tf nix dockerfile")
