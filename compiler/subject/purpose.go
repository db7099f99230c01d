package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
	said := 0
	for _, w := range words {
		if w = strings.ToLower(w); worded(w) && utf8.RuneCountInString(w) > 1 && !vague()[w] && !prose.IsStopAnywhere(w) {
			said++
		}
	}
	if said < 2 {
		return ""
	}
	title := strings.Join(words, " ")
	r, n := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(r)) + title[n:]
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
