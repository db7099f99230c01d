package claude

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A generator writes settings files as people, editors and other tools leave them.
type generator struct {
	r        *rand.Rand
	eol      string
	unit     string
	colon    string
	plain    bool // no comments, no trailing commas
	flat     bool // all on one line
	trailing bool // commas at the end
}

func newGenerator(seed uint64) *generator {
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	return &generator{r: r, eol: pick("\n", "\n", "\r\n"), unit: pick("  ", "  ", "\t", "    ", "   ", " ", ""),
		colon: pick(": ", ": ", ":", " : "), plain: r.IntN(3) == 0, flat: r.IntN(6) == 0, trailing: r.IntN(4) == 0}
}

func (g *generator) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *generator) file() string {
	if g.r.IntN(25) == 0 {
		return g.pick("", " ", "\n", "\r\n", jsonc.BOM, "{}", "{ }", "{}\n", "{\n}\n", jsonc.BOM+"{}", "{\r\n\r\n}")
	}
	s := g.note("") + g.object(g.root(), "") + g.note("") + g.pick("", g.eol, g.eol+g.eol)
	if g.r.IntN(5) == 0 {
		s = jsonc.BOM + s
	}
	return s
}

type pair struct{ key, value string }

func (g *generator) root() (out []pair) {
	in := g.unit
	for _, k := range []string{"model", "permissions", "statusLine", "env", "n", "ключ", "a b", "$schema", "cleanupPeriodDays"} {
		if g.r.IntN(3) == 0 {
			out = append(out, pair{k, g.value(in, 0)})
		}
	}
	switch g.r.IntN(5) {
	case 0:
	case 1:
		out = append(out, pair{"hooks", g.pick("{}", "null", "{ }", "{"+g.eol+in+"}")})
	default:
		out = append(out, pair{"hooks", g.object(g.events(in+g.unit), in)})
	}
	g.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (g *generator) events(in string) (out []pair) {
	for _, e := range append([]string{"PreToolUse", "Notification", "FutureEvent", "PostToolUse"}, Events...) {
		if g.r.IntN(3) > 0 {
			continue
		}
		v := g.pick("[]", "[ ]", "null", "["+g.eol+in+"]")
		if g.r.IntN(4) > 0 {
			var groups []string
			for range 1 + g.r.IntN(3) {
				groups = append(groups, g.group(in+g.unit))
			}
			v = g.array(groups, in)
		}
		out = append(out, pair{e, v})
	}
	return out
}

func (g *generator) group(in string) string {
	if g.r.IntN(12) == 0 {
		return g.pick("{}", "null", "7", `"odd"`, `{"hooks":"odd"}`, `{"hooks":[null,3]}`)
	}
	var hooks []string
	for range 1 + g.r.IntN(2) {
		hooks = append(hooks, g.object([]pair{{"type", `"command"`}, {"command", g.foreign()}}, in+g.unit+g.unit))
	}
	p := []pair{{"hooks", g.array(hooks, in+g.unit)}}
	if g.r.IntN(2) == 0 {
		p = append([]pair{{"matcher", g.pick(`""`, `"*"`, `"Write|Edit"`)}}, p...)
	}
	return g.object(p, in)
}

// foreign is a command line of another tool, some much like ours.
func (g *generator) foreign() string {
	return g.pick(`"a && b > c"`, `"echo \"memoria hook claude Stop\""`, `"/opt/other hook claude Stop"`, `"C:\\x\\y.exe"`,
		`"/usr/bin/memoria status"`, `"memoria hook claude Stop && notify-send done"`, `"\u00e9\ud83d\ude00 // no comment /* none */"`)
}

func (g *generator) value(in string, depth int) string {
	switch n := g.r.IntN(9); {
	case n == 0:
		return g.pick("true", "false", "null", "{}", "[]")
	case n == 1:
		return g.pick("12345678901234567890", "-0.0", "1e400", "3.141592653589793238462643383279", "0", "1E+2")
	case n == 2 && depth < 3:
		var items []string
		for range g.r.IntN(4) {
			items = append(items, g.value(in+g.unit, depth+1))
		}
		return g.array(items, in)
	case n == 3 && depth < 3:
		var items []pair
		for i := range g.r.IntN(4) {
			items = append(items, pair{fmt.Sprint(g.pick("z", "a", "hooks", "Stop", "команда"), i), g.value(in+g.unit, depth+1)})
		}
		return g.object(items, in)
	}
	return g.pick(`"a && b > c"`, `"плагин 日本"`, `"\u003c\"\\\/"`, `"// not a comment"`, `"/* nor this */"`, `","`, `"]}"`, `""`)
}

func (g *generator) object(items []pair, in string) string {
	var parts []string
	for _, it := range items {
		parts = append(parts, jsonc.Encode(it.key)+g.colon+it.value)
	}
	return g.enclose("{", parts, "}", in)
}

func (g *generator) array(items []string, in string) string { return g.enclose("[", items, "]", in) }

func (g *generator) enclose(open string, parts []string, end, in string) string {
	var b strings.Builder
	b.WriteString(open)
	lines := !g.flat && g.r.IntN(8) > 0
	for i, p := range parts {
		if lines {
			b.WriteString(g.note(in+g.unit) + g.eol + in + g.unit)
		} else if i > 0 {
			b.WriteString(g.pick("", " "))
		}
		b.WriteString(p)
		if i < len(parts)-1 || g.trailing && !g.plain {
			b.WriteString(g.block() + ",")
		}
	}
	if lines && len(parts) > 0 {
		b.WriteString(g.note(in+g.unit) + g.eol + in)
	} else {
		b.WriteString(g.block())
	}
	return b.String() + end
}

// block is a comment that may stand anywhere, or nothing.
func (g *generator) block() string {
	if g.plain || g.r.IntN(12) > 0 {
		return ""
	}
	return g.pick("/* a, [b] */", " /* { */ ", "/**/")
}

// note is comments up to the end of a line and on lines of their own, or nothing.
func (g *generator) note(in string) string {
	if g.plain || g.flat || g.r.IntN(6) > 0 {
		return g.block()
	}
	return g.pick(" // mine", "// \"hooks\": {", " /* two"+g.eol+" lines */", g.eol+in+"// above", " // é") + g.eol + in
}

// plain is JSON without the comments and trailing commas, by a way of its own.
func plainJSON(s string) string {
	s = strings.TrimPrefix(s, jsonc.BOM)
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			j := i + 1
			for s[j] != '"' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			out = append(out, s[i:j+1]...)
			i = j
		case strings.HasPrefix(s[i:], "//"):
			for i+1 < len(s) && s[i+1] != '\n' && s[i+1] != '\r' {
				i++
			}
		case strings.HasPrefix(s[i:], "/*"):
			i += 2 + strings.Index(s[i+2:], "*/") + 1
		case strings.IndexByte(" \t\r\n", s[i]) >= 0:
		case s[i] == '}' || s[i] == ']':
			if len(out) > 0 && out[len(out)-1] == ',' {
				out = out[:len(out)-1]
			}
			out = append(out, s[i])
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// parsed is what the client reads, numbers as written; an empty file is no settings.
func parsed(t testing.TB, s string) map[string]any {
	t.Helper()
	s = plainJSON(s)
	if s == "" {
		return map[string]any{}
	}
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v map[string]any
	err := d.Decode(&v)
	must.Be(t, err == nil, "not JSON any more: %v\n%s", err, s)
	return v
}

// take removes memoria's hooks from settings and returns them by event. Containers that are empty go too, so that
// what was there and what is there compare whoever made them.
func take(settings map[string]any) map[string][]map[string]any {
	ours := map[string][]map[string]any{}
	events, _ := settings["hooks"].(map[string]any)
	for event, v := range events {
		groups, ok := v.([]any)
		if v != nil && !ok {
			continue
		}
		var left []any
		for _, g := range groups {
			group, ok := g.(map[string]any)
			hooks, isList := group["hooks"].([]any)
			if !ok || !isList {
				left = append(left, g)
				continue
			}
			var others []any
			for _, h := range hooks {
				hook, _ := h.(map[string]any)
				if runsOurs(hook) {
					ours[event] = append(ours[event], hook)
				} else {
					others = append(others, h)
				}
			}
			if group["hooks"] = others; len(others) > 0 {
				left = append(left, group)
			}
		}
		if events[event] = left; len(left) == 0 {
			delete(events, event)
		}
	}
	if len(events) == 0 {
		delete(settings, "hooks")
	}
	return ours
}

func runsOurs(hook map[string]any) bool {
	line, _ := hook["command"].(string)
	args, exec := hook["args"]
	if !exec {
		_, mine := hookline.Parse(line)
		return mine
	}
	words := []string{line}
	list, _ := args.([]any)
	for _, a := range list {
		word, _ := a.(string)
		words = append(words, word)
	}
	_, mine := hookline.ParseWords(words)
	return mine
}

// same holds the settings of others in two files against each other.
func same(t testing.TB, was, is map[string]any) {
	t.Helper()
	take(was)
	take(is)
	must.Be(t, reflect.DeepEqual(was, is), "what is not ours changed:\nwas %v\nis  %v", was, is)
}

// installedOnce checks that every event has one memoria hook, and that c is what it runs.
func installedOnce(t testing.TB, s string, c hookline.Command) {
	t.Helper()
	ours := take(parsed(t, s))
	for _, event := range Events {
		must.Be(t, len(ours[event]) == 1, "%d hooks of ours under %s\n%s", len(ours[event]), event, s)
		h := ours[event][0]
		must.Be(t, h["type"] == "command" && h["command"] == c.Line(event) && h["timeout"] != nil, "under %s stands %v\n%s", event, h, s)
	}
	for event := range ours { // an older install may have had more events
		must.Be(t, len(ours[event]) == 1, "%d hooks of ours under %s", len(ours[event]), event)
	}
}

// commentsOf are the comments of a text in their order.
func commentsOf(t testing.TB, s string) (out []string) {
	t.Helper()
	_, spans := must.Get2(jsonc.Scan(s))(t)
	for _, c := range spans {
		out = append(out, s[c.Start:c.End])
	}
	return out
}
