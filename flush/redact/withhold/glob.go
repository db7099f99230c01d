package withhold

import (
	"regexp"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
)

// The characters of a path segment: in a text, where blanks and punctuation end a path, and
// in a path by itself.
const (
	mentionByte = "[^\\s/\\\\\"'`<>|*?:;,()\\[\\]{}]"
	wholeByte   = `[^/]`
	slash       = `[/\\]{1,2}`
)

// compileGlob compiles a glob of Options.Paths.
func compileGlob(glob, home string) *withheld {
	g := strings.TrimSuffix(strings.TrimPrefix(slashes(glob), "./"), "/")
	w := &withheld{hint: hint(g)}
	var lead string
	switch {
	case strings.HasPrefix(g, "~/"):
		w.anchored, g = true, g[len("~/"):]
		lead = `(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%` + literalOr(home) + `)` + slash
	case strings.HasPrefix(g, "/"):
		w.anchored, g = true, strings.TrimLeft(g, "/")
		lead = slash
	case len(g) > 2 && g[1] == ':' && g[2] == '/':
		w.anchored = true
	default:
		g = strings.TrimPrefix(g, "**/")
	}
	build := func(one string) string {
		start := lead
		if !w.anchored {
			start = `(?:(?:` + one + `*[/\\])*)`
		}
		return `(?i)` + start + translate(g, one) + `(?:` + slash + `(?:` + one + `|[/\\])*)?`
	}
	w.mention = regexp.MustCompile(build(mentionByte))
	w.mention.Longest()
	w.whole = regexp.MustCompile(`^(?:` + build(wholeByte) + `)$`)
	return w
}

func literalOr(home string) string {
	if home == "" {
		return ""
	}
	return "|" + strings.ReplaceAll(regexp.QuoteMeta(home), "/", slash)
}

// translate turns a glob into a regular expression; one matches a byte of a segment.
func translate(g, one string) string {
	var b strings.Builder
	for i := 0; i < len(g); {
		switch c := g[i]; {
		case strings.HasPrefix(g[i:], "**/"):
			b.WriteString(`(?:` + one + `*` + slash + `)*`)
			i += len("**/")
		case strings.HasPrefix(g[i:], "**"):
			b.WriteString(`(?:` + one + `|[/\\])+`)
			i += len("**")
		case c == '*':
			b.WriteString(one + `*`)
			i++
		case c == '?':
			b.WriteString(one)
			i++
		case c == '/':
			b.WriteString(slash)
			i++
		case c == '[' || c == '{':
			expr, n := choice(g[i:], one)
			b.WriteString(expr)
			i += n
		default:
			n := strings.IndexAny(g[i:], "*?/[{")
			if n <= 0 {
				n = len(g) - i
			}
			b.WriteString(regexp.QuoteMeta(g[i : i+n]))
			i += n
		}
	}
	return b.String()
}

// choice translates "[…]" or "{a,b}" at the start of g, and returns its length. If it
// is not closed, or no path could match it, it is taken literally.
func choice(g, one string) (expr string, n int) {
	closing := map[byte]string{'[': "]", '{': "}"}[g[0]]
	end := strings.Index(g, closing)
	if end < 2 || strings.ContainsAny(g[1:end], "/{") {
		return regexp.QuoteMeta(g[:1]), 1
	}
	if g[0] == '{' {
		parts := strings.Split(g[1:end], ",")
		for i, p := range parts {
			parts[i] = translate(p, one)
		}
		return `(?:` + strings.Join(parts, "|") + `)`, end + 1
	}
	class := strings.ReplaceAll(g[1:end], `[`, `\[`)
	if class[0] == '!' {
		class = "^/" + class[1:]
	}
	if _, err := regexp.Compile("[" + class + "]"); err != nil {
		return regexp.QuoteMeta(g[:1]), 1
	}
	return "[" + class + "]", end + 1
}

// hint returns the longest part without wildcards or slashes that every match contains.
func hint(g string) string {
	best := ""
	depth := 0
	for _, piece := range strings.FieldsFunc(g, func(r rune) bool {
		if r == '{' || r == '[' {
			depth++
		}
		inside := depth > 0
		if r == '}' || r == ']' {
			depth--
		}
		return inside || strings.ContainsRune("*?/~", r)
	}) {
		if len(piece) > len(best) && ascii.IsPrintable(piece) {
			best = piece
		}
	}
	if len(best) < 2 {
		return ""
	}
	return strings.ToLower(best)
}
