package mention

import "strings"

// maxCommand is how many words of a command line can be its name: git remote add.
const maxCommand = 3

// fromCommand reads "git remote add origin URL": a command is lower case, and the words after it are its subcommand
// as long as they are bare.
func fromCommand(fields []string, at int) []Mention {
	n := 0
	for n < len(fields) && n < maxCommand && bareWord(fields[n]) {
		n++
	}
	if n == 0 || !commandLine(fields, n) {
		return nil
	}
	common := Lexicon()[fields[0]]&tool != 0
	if common && n > 1 && Lexicon()[fields[1]]&(Verb|Lemma|Noun) != 0 && subcommands(fields[:2]) == 0 {
		return nil // git status, go test: too common
	}
	if n == 1 || !common && n > 2 && Lexicon()[fields[1]]&empty != 0 {
		return head(fields[0], at)
	}
	if Lexicon()[fields[0]]&(empty|Verb) != 0 && !common {
		return nil // a sentence in ticks
	}
	if common && n == 3 && Lexicon()[fields[0]+" "+fields[1]] == 0 {
		n = 2 + subcommands(fields[:2])
	}
	form := strings.Join(fields[:n], " ")
	cls := Command
	if !common && n == len(fields) {
		cls = Tagged // two bare words may be words
	}
	out := []Mention{{Key: Key(form), Form: form, Class: cls, At: at, Own: true, Over: -1}}
	if n == 3 {
		f := strings.Join(fields[:2], " ")
		out = append(out, Mention{Key: Key(f), Form: f, Class: Command, At: at, Own: true, Over: 0})
	}
	if h := head(fields[0], at); h != nil {
		h[0].Over, h[0].Own, h[0].Class = len(out)-1, !common, cls
		out = append(out, h...)
	}
	return out
}

// commandLine reports whether words in ticks are a command line and not, for example, an error message: they have a
// flag, a path or a placeholder, or are only a few bare words.
func commandLine(fields []string, bare int) bool {
	if bare == len(fields) || Lexicon()[fields[0]]&tool != 0 {
		return true
	}
	for _, f := range fields[1:] {
		if strings.HasPrefix(f, "-") || strings.ContainsAny(f, "/.<[@$~") && !strings.HasSuffix(f, ".") {
			return true
		}
	}
	return false
}

// subcommands returns how many of a common tool's further words belong to its name: npm run lint names a script, git
// commit fixup names only git commit.
func subcommands(fields []string) int {
	switch fields[1] {
	case "run", "remote", "stash", "submodule", "worktree", "mod", "tool", "compose":
		return 1
	}
	return 0
}

func head(w string, at int) []Mention {
	if Generic(w) && Lexicon()[w]&tool == 0 {
		return nil
	}
	return []Mention{{Key: Key(w), Form: w, Class: Command, At: at, Own: true, Over: -1}}
}

// bareWord reports whether a word can belong to a command's name: no flag, path, value or variable.
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
