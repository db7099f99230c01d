// Package hookline writes and reads the command lines by which agents run memoria's hooks.
package hookline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The agents' names, as the command line of a hook has them.
const (
	Agent    = "claude"
	Codex    = "codex"
	Copilot  = "copilot"
	Cursor   = "cursor"
	Gemini   = "gemini"
	OpenCode = "opencode"
	Pi       = "pi"
	Qwen     = "qwen"
)

// Known are the agents whose hooks memoria knows.
var Known = []string{Agent, Codex, Copilot, Cursor, Gemini, OpenCode, Pi, Qwen}

// A Command is what a memoria hook runs.
type Command struct {
	Binary  string // absolute path of memoria
	Hook    string // absolute path of memoria-hook; "" if there is none
	Vault   string // absolute path of the vault
	Windows bool   // paths are of Windows
	Agent   string // whose hook it is; "" is Claude Code's
}

// Of returns whose hook it is.
func (c Command) Of() string { return cmp.Or(c.Agent, Agent) }

// Check returns an error if hooks cannot run the command.
func (c Command) Check() error {
	for _, p := range []struct{ what, path string }{{"the program", c.Binary}, {"the program", c.program()}, {"the vault", c.Vault}} {
		switch {
		case p.path == "":
			return fmt.Errorf("the path of %s is not known", p.what)
		case !utf8.ValidString(p.path):
			return fmt.Errorf("the path of %s, %q, is not valid UTF-8, which a settings file has to be", p.what, p.path)
		case strings.ContainsFunc(p.path, func(r rune) bool { return r < 0x20 || r == 0x7f }):
			return fmt.Errorf("the path of %s, %q, has a control character in it", p.what, p.path)
		case c.Windows && strings.ContainsAny(p.path, "$`\"%"):
			return fmt.Errorf("the path of %s, %q, has a character in it that no quoting hides from every shell", p.what, p.path)
		}
	}
	return nil
}

// program returns the one that hooks run.
func (c Command) program() string { return cmp.Or(c.Hook, c.Binary) }

// Line returns the one string that every version of the client runs for event: through sh, on Windows through bash,
// cmd or PowerShell. A path is quoted only where it has to be, since PowerShell takes a line that begins with a quote
// for a value.
//
// Whatever becomes of the program, sh ends with 0 and says nothing: a Go program that the system gives no memory or
// no thread exits with 2 before it can do anything about it, and to the client 2 is an order. The shells of Windows
// share no syntax for that.
func (c Command) Line(event string) string {
	line := c.Quote(c.program()) + " hook " + c.Of() + " " + event + " --vault " + c.Quote(c.Vault)
	if !c.Windows {
		line += " 2>/dev/null || :"
	}
	return line
}

// Hushed reports whether a command line exits with 0 however the program in it ends.
func Hushed(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasSuffix(line, "|| :") || strings.HasSuffix(line, "|| true")
}

// Aloud returns a memoria command line without the part that hides the exit code and the error output.
func Aloud(line string) string {
	for {
		cut := strings.TrimSpace(line)
		for _, tail := range []string{"|| true", "|| :", "2>&1", "2>/dev/null", "2> /dev/null", ">/dev/null", "> /dev/null"} {
			cut = strings.TrimSpace(strings.TrimSuffix(cut, tail))
		}
		if cut == line {
			return line
		}
		line = cut
	}
}

const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@:,"

// Quote returns a path as a word of a command line, quoted where it has to be.
func (c Command) Quote(path string) string {
	if c.Windows {
		path = strings.ReplaceAll(path, `\`, "/") // bash eats backslashes
	}
	switch plain := strings.Trim(path, harmless) == ""; {
	case plain:
		return path
	case !c.Windows && strings.ContainsAny(path, "$`\"\\!"):
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return `"` + path + `"`
}

// A Call is what a memoria command line runs.
type Call struct {
	Binary string // as written, unquoted
	Event  string
	Vault  string // "" if the line names none
	Agent  string
}

// Parse parses a command line that this or an earlier version of memoria installed: the program, "hook AGENT
// EVENT", and nothing but --vault after it. The name of the program begins with memoria, or the line names a vault.
// It reports false for a line that does anything else.
func Parse(line string) (Call, bool) {
	words, err := split(Aloud(line))
	if err != nil {
		return Call{}, false
	}
	return ParseWords(words)
}

// ParseWords is Parse for a command whose words are apart already.
func ParseWords(words []string) (Call, bool) {
	var call Call
	for len(words) > 0 && strings.HasPrefix(words[0], "MEMORIA_") { // an assignment
		if v, ok := strings.CutPrefix(words[0], "MEMORIA_VAULT="); ok {
			call.Vault = v
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return Call{}, false
	}
	call.Binary = words[0]
	rest, vault, ok := TakeVault(words[1:])
	if !ok || len(rest) != 3 || rest[0] != "hook" || !slices.Contains(Known, rest[1]) || !isWord(rest[2]) {
		return Call{}, false
	}
	if vault != "" {
		call.Vault = vault
	}
	call.Agent, call.Event = rest[1], rest[2]
	base := call.Binary[strings.LastIndexAny(call.Binary, `/\`)+1:]
	return call, vault != "" || strings.Contains(strings.ToLower(base), "memoria")
}

// TakeVault takes the flag --vault out of words. It reports false for any other flag.
func TakeVault(words []string) (rest []string, vault string, ok bool) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--vault" && i+1 < len(words):
			vault = words[i+1]
			i++
		case strings.HasPrefix(w, "--vault="):
			vault = strings.TrimPrefix(w, "--vault=")
		case strings.HasPrefix(w, "-"):
			return nil, "", false
		default:
			rest = append(rest, w)
		}
	}
	return rest, vault, true
}

func isWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

var errNotSimple = errors.New("not one simple command")

// split returns the words of one simple shell command, unquoted. What a shell would expand is left as it stands; a
// line that is more than one command is an error.
func split(line string) ([]string, error) {
	var words []string
	var w strings.Builder
	open := false // a word has begun
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == ' ' || c == '\t':
			if open {
				words = append(words, w.String())
				w.Reset()
			}
			open = false
			continue
		case c == '\'':
			n := strings.IndexByte(line[i+1:], '\'')
			if n < 0 {
				return nil, errNotSimple
			}
			w.WriteString(line[i+1 : i+1+n])
			i += 1 + n
		case c == '"':
			n, err := splitQuoted(line[i+1:], &w)
			if err != nil {
				return nil, err
			}
			i += 1 + n
		case c == '\\' && i+1 < len(line):
			i++
			w.WriteByte(line[i])
		case strings.IndexByte("|&;<>()`\n\r", c) >= 0:
			return nil, errNotSimple
		default:
			w.WriteByte(c)
		}
		open = true
	}
	if open {
		words = append(words, w.String())
	}
	return words, nil
}

// splitQuoted writes the text before the closing double quote of s and returns the offset of the quote.
func splitQuoted(s string, w *strings.Builder) (int, error) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i, nil
		case c == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0:
			i++
			w.WriteByte(s[i])
		case c == '`':
			return 0, errNotSimple
		default:
			w.WriteByte(c)
		}
	}
	return 0, errNotSimple
}
