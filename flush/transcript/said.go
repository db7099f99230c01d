package transcript

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
)

// builtin are the client's own slash commands. What follows them is a setting, not words.
var builtin = prose.Set("model clear compact cost config help login logout status mcp resume rename permissions memory doctor " +
	"exit quit theme effort fast agents hooks plugin add-dir export usage vim ide terminal-setup output-style")

// wrappers are the beginnings of text that the client writes into user rows, with the reason to skip it.
// They are the only way to recognise such rows of clients that mark no origin.
var wrappers = []struct{ head, why string }{
	{"<command-name", SkipCommand},
	{"<command-message", SkipCommand},
	{"<command-args", SkipCommand},
	{"<local-command-stdout", SkipCommand},
	{"<local-command-stderr", SkipCommand},
	{"<local-command-caveat", SkipCommand},
	{"<bash-input", SkipCommand},
	{"<bash-stdout", SkipCommand},
	{"<bash-stderr", SkipCommand},
	{"<task-notification", SkipNotice},
	{"<system-reminder", SkipMeta},
	{"<user-memory-input", SkipCommand},
	{"[Request interrupted by user", SkipInterrupt},
	{"Caveat: The messages below", SkipCommand},
	{"This session is being continued from a previous conversation", SkipRecap},
	{"[Image: source", SkipMeta},
	{"Base directory for this skill:", SkipMeta},
}

// wrapper returns why text is the client's and not a person's, or "".
func wrapper(text string) string {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	for _, w := range wrappers {
		rest, ok := strings.CutPrefix(text, w.head)
		if ok && (w.head[0] != '<' || rest == "" || !wordByte(rest[0])) {
			return w.why
		}
	}
	return ""
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

var (
	commandArgs = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<command-args>(.*?)</command-args>`) })
	commandName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<command-name>/?([\w:-]+)`) })
)

// commandWords returns what a person wrote after a slash command that is not the client's own.
func commandWords(text string) string {
	args, name := commandArgs().FindStringSubmatch(text), commandName().FindStringSubmatch(text)
	if args == nil || name == nil || builtin()[name[1]] {
		return ""
	}
	return strings.TrimSpace(args[1])
}

// notWords returns why a user row cannot hold a person's words whatever its text, or "".
func notWords(r *row) string {
	switch {
	case r.recap:
		return SkipRecap
	case r.hookText || r.rowSource.Is("hook"):
		return SkipHook
	case r.meta || r.virtual || r.companion:
		return SkipMeta
	case r.origin.Is("task-notification"):
		return SkipNotice
	case r.rowSource.Is("harness") || r.rowSource.Is("recorded"),
		r.promptSource.Is("system"),
		len(r.origin) > 0 && !r.origin.Is("human"):
		return SkipMeta
	case r.writesRecap():
		return SkipRecap
	}
	return ""
}

// typed reports whether the client marked the row as a person's, or as the host program's, or
// is too old to mark rows at all.
func typed(r *row) bool {
	switch {
	case r.promptSource.Is("typed"), r.promptSource.Is("queued"), r.promptSource.Is("suggestion_accepted"), r.promptSource.Is("sdk"):
		return true
	case r.origin.Is("human"), r.turnOrigin.Is("human"):
		return true
	}
	return !r.hasPromptSource && !r.hasRowSource
}

// said returns the words of a user row without tool results, or the reason why it has none.
func said(r *row) (words, why string) {
	not := notWords(r)
	if not != "" && not != SkipMeta {
		return "", not
	}
	text := clean(rowText(r))
	if words, from, all := bridged(text, r.origin.Is("channel")); all && r.brought() {
		if words == "" {
			return "", SkipMeta
		}
		r.sender = from
		return words, ""
	}
	if why := wrapper(text); why != "" {
		if args := commandWords(text); args != "" && not == "" {
			return args, ""
		}
		return "", why
	}
	switch {
	case not != "":
		return "", not
	case wordless(text):
		return "", SkipEmpty
	case !r.sidechain && !typed(r):
		return "", SkipMeta
	}
	return text, ""
}

// brought reports whether a channel may have brought the row: the client says so, or at least not that it was typed.
func (r *row) brought() bool {
	if len(r.origin) > 0 {
		return r.origin.Is("channel")
	}
	return !r.virtual && !r.companion && !r.promptSource.Is("typed") && !r.promptSource.Is("suggestion_accepted")
}

// wordless reports whether text is nothing but images.
func wordless(text string) bool {
	return strings.TrimSpace(strings.ReplaceAll(text, imagePlaceholder, "")) == ""
}

// rowText joins the text of a message with a placeholder for each image.
func rowText(r *row) string {
	if r.hasWords {
		return r.words.String()
	}
	return joinBlocks(r.blocks)
}

func joinBlocks(blocks []block) string {
	var parts []string
	images := 0
	for i := range blocks {
		switch b := &blocks[i]; {
		case b.kind.Is("text"):
			parts = append(parts, b.text.String())
		case b.kind.Is("image"):
			parts = append(parts, imagePlaceholder)
			images++
		}
	}
	if images > 0 && len(parts) > images && strings.Contains(strings.Join(parts, "\n"), "[Image #") {
		parts = slices.DeleteFunc(parts, func(p string) bool { return p == imagePlaceholder }) // the text says where the images stand
	}
	return strings.Join(parts, "\n")
}
