// Package outcome cuts what a tool answered to what a later reader of a session needs to know how the work ended: the
// verdict of a check, the last lines of a command that failed, what git says of the branch and of its commits. Most
// answers are nothing of this, and nothing of them is kept. Of an edit it keeps the lines that say something.
package outcome

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Most is how many bytes of one answer are kept; lineMost is how many of one of its lines.
const (
	Most     = 400
	lineMost = 160
	silent   = "no output"
)

// A Kind says what a command is for. A command line may be of several.
type Kind uint8

const (
	Check  Kind = 1 << iota // a test, a linter, a build
	State                   // git tells of the branch, or changes it
	Commit                  // git makes a commit
	Push
	Lookup // it only reads: that it fails tells nothing
)

// Is reports whether a command line is of all these kinds.
func (k Kind) Is(all Kind) bool { return k&all == all }

// KindOf returns what a command line is for, by the programs that it runs.
func KindOf(command string) (k Kind) {
	read, runs := 0, 0
	for _, part := range separator().Split(command, -1) {
		words := strings.Fields(part)
		for len(words) > 0 && (strings.Contains(words[0], "=") || slices.Contains([]string{"sudo", "time", "env", "nice", "npx", "bunx", "uv", "poetry", "run", "bundle", "exec"}, words[0])) {
			words = words[1:]
		}
		if len(words) == 0 || words[0] == "cd" {
			continue
		}
		runs++
		program := words[0][strings.LastIndexByte(words[0], '/')+1:]
		rest := " " + strings.Join(words[1:], " ") + " "
		switch {
		case program == "git":
			k |= gitKind(rest)
		case program == "gh" && changes().MatchString(rest):
			k |= State
		case checkers().MatchString(program), runners().MatchString(program) && checks().MatchString(rest):
			k |= Check
		case readers().MatchString(program):
			read++
		}
	}
	if runs > 0 && read == runs {
		k |= Lookup
	}
	return k
}

// gitKind returns the kind of a call of git by its arguments.
func gitKind(args string) Kind {
	m := gitCommand().FindStringSubmatch(args)
	if m == nil {
		return 0
	}
	switch m[1] {
	case "commit":
		return State | Commit
	case "push":
		return State | Push
	}
	return State
}

// Wanted reports whether anything is to be kept of the answer to a command.
func (k Kind) Wanted(failed bool) bool {
	return k&(Check|State) != 0 || failed && k&Lookup == 0
}

// Cut returns what is to be kept of the answer to a command, at most [Most] bytes, "" where that is nothing.
func (k Kind) Cut(text string, failed bool) string {
	if !k.Wanted(failed) {
		return ""
	}
	var lines []string
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimRight(l, " \t\r"); strings.TrimSpace(l) != "" && !chatter().MatchString(l) {
			lines = append(lines, short(l))
		}
	}
	var kept []string
	switch {
	case len(lines) == 0:
		if !failed {
			return silent
		}
	case k.Is(Check):
		if kept = last(matching(lines, failure()), 4); kept == nil {
			kept = last(matching(lines, verdict()), 2)
		}
	case !failed:
		if kept = matching(lines, told()); len(kept) > 8 {
			kept = kept[:8]
		}
	}
	if kept == nil {
		kept = last(lines, 3)
	}
	return Join(kept)
}

// Change returns what says something of an edit, of whose lines the ones that went begin with "-" and the new ones with
// "+": those that have words in them, without their indentation.
func Change(lines []string) []string {
	var kept []string
	for _, l := range lines {
		if l == "" || l[0] != '-' && l[0] != '+' {
			continue
		}
		if text := strings.TrimSpace(l[1:]); strings.ContainsFunc(text, unicode.IsLetter) {
			kept = append(kept, short(l[:1]+" "+text))
		}
	}
	return kept
}

// Fails reports whether what was kept of the answer to a check says that it failed.
func Fails(kept string) bool { return failure().MatchString(kept) }

func matching(lines []string, re *regexp.Regexp) (out []string) {
	return pick.Where(lines, re.MatchString)
}

func last(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }

// Join joins lines, as many as fit into [Most] bytes.
func Join(lines []string) (out string) {
	for _, l := range lines {
		if len(out)+len(l)+1 > Most {
			break
		}
		if out != "" {
			out += "\n"
		}
		out += l
	}
	return out
}

// short cuts a line between two characters, and where it has words between two of them: of a secret, no part stays that is
// not known for one.
func short(l string) string {
	if len(l) <= lineMost {
		return l
	}
	n := lineMost - len("…")
	for n > 0 && !utf8.RuneStart(l[n]) {
		n--
	}
	if i := strings.LastIndexAny(l[:n], " \t\"',;"); i > n/2 {
		n = i + 1
	}
	return l[:n] + "…"
}

var (
	separator  = lazy.Regexp(`&&|\|\||[;|\n(){}]`)
	gitCommand = lazy.Regexp(`^(?: -[cC] \S+| --?\S+)* (status|log|branch|push|commit|merge|rebase|tag|pull|checkout|switch|reset|cherry-pick|revert|stash|worktree) `)
	changes    = lazy.Regexp(`^ (?:pr|release|issue|run) (?:create|merge|close|checks|view|edit|watch|list) `)
	checkers   = lazy.Regexp(`^(?:pytest|tox|nox|jest|vitest|mocha|rspec|ctest|phpunit|eslint|tsc|ruff|mypy|pyright|flake8|golangci-lint|staticcheck|shellcheck|pre-commit|playwright|biome|rubocop)$`)
	runners    = lazy.Regexp(`^(?:go|cargo|npm|pnpm|yarn|bun|deno|make|just|task|mise|gradlew?|mvnw?|dotnet|mix|rake|swift|zig|bazel|python3?|node|composer|goreleaser|docker)$`)
	checks     = lazy.Regexp(`(?i)[ :/-](?:tests?|vet|build|lint|clippy|check|verify|typecheck|type-check|ci|pytest|unittest|e2e)(?:[ :/-]|$)`)
	readers    = lazy.Regexp(`^(?:ls|cat|head|tail|grep|rg|find|which|command|type|diff|cmp|test|\[|stat|file|wc|tree|pwd|sed|awk|sort|uniq|cut|jq|xargs|echo|printf|true)$`)
	// What the client and git say beside the matter.
	chatter = lazy.Regexp(`^\s*\(use "git|^Shell cwd was reset|^Exit code \d+$|^\(Bash completed with no output\)|^hint: |^remote:\s*$`)
	failure = lazy.Regexp(`^\s*(?:--- )?FAIL(?:ED|URE)?\b|\bBUILD FAIL|(?:^|[^\w.])[1-9]\d* (?:tests? |specs? |checks? )?(?:failed|failing|failures?|errors?|problems?|issues?)\b|^npm (?:ERR!|error)|^(?:error|fatal|panic)\b[:\[]|\berror TS\d+|^\s*[✗✖✘×]|^(?:E  |ERROR )|^\S+\.\w+:\d+(?::\d+)?: |^\S.{0,60}\.{4,}Failed$`)
	verdict = lazy.Regexp(`(?i)\b(?:ok|pass(?:ed|es|ing)?|success(?:ful(?:ly)?)?|succeeded|no issues|0 (?:issues|errors|problems|failures)|built in|up to date|validated|skipped|clean)\b|[✓✔]`)
	told    = lazy.Regexp(`^On branch |^HEAD detached|^Your branch |^nothing |no changes added|^(?:Changes|Untracked files)|^\t\S|^\s+(?:modified|new file|deleted|renamed|both modified):|^[ MADRCU?!]{2} \S|^\[.{1,80} [0-9a-f]{7,}\]|^[*|\\/ ]*\b[0-9a-f]{7,40} |^\* |^ [*+!=-] ?.*->|->|rejected|up[- ]to[- ]date|https://|^Switched to|^Merge|^Fast-forward|CONFLICT|^(?:error|fatal):|^Success|^Deleted|^Created|Rebased|files? changed`)
)
