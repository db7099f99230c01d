package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki/prose"
)

// purpose returns what the name of a branch says that the work on it is for, "" if it says nothing: batch ref updates, of
// someone/fix/batch-ref-updates-2. Dates, tickets, versions and what kind of change it is are no part of it.
func purpose(branch string) string {
	branch = branch[strings.LastIndexByte(branch, '/')+1:]
	words := strings.FieldsFunc(branch, func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	for len(words) > 0 && (changes()[strings.ToLower(words[0])] || !worded(words[0]) || len(words) > 1 && len(words[0]) <= 6 && !worded(words[1])) {
		words = words[1:]
	}
	for len(words) > 0 && !worded(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	title := strings.Join(words, " ")
	if len(tellingWords(title)) < 2 {
		return ""
	}
	if len(words[0]) == 2 && words[0] != "go" {
		words[0] = strings.ToUpper(words[0]) // CI
	}
	return capital(strings.Join(words, " "))
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// tellingWords returns the keys of the words of a text that say what it is about.
func tellingWords(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if worded(w) && utf8.RuneCountInString(w) > 1 && !vague()[w] && !prose.IsStopAnywhere(w) {
			out = append(out, mention.Key(w))
		}
	}
	return out
}

// worded reports whether a part of a name is a word, with a number at most: sha256, and no number, version or random id.
func worded(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	return letters != "" && !strings.ContainsAny(letters, "0123456789.") && (len(letters) > 1 || letters == s)
}

// changes are the words with which the name of a branch says what kind of change it is.
var changes = prose.Set("fix feat feature add adds bug bugfix hotfix chore refactor docs doc test tests wip make update updates improve improvements minor try tmp temp issue pr claude codex")

// vague are words in names of branches that say nothing of what the work is for.
var vague = prose.Set("branch new my main master develop dev trunk staging production release work working change changes update updates fix fixes improve improvements more misc cleanup clean stuff " +
	"review feedback comments patch test tests testing worktree task issue bug feature small minor version bump code")
