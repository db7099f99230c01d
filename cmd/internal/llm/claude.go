package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Claude is the claude program, with the person's login. It runs without anything else of the person's: no hooks,
// memory files, tools or servers, and it keeps no session.
type Claude struct {
	Settings // Path is of the program, or its name, and looks for claude if it is empty; Model is as the program takes it
	World    World

	mu    sync.Mutex
	able  claudeAble
	asked bool
}

var _ Provider = (*Claude)(nil)

const (
	// DefaultClaudeModel is a name that the program itself keeps up to date.
	DefaultClaudeModel = "haiku"
	claudeWindow       = 300 << 10
	maxClaudeInput     = 10_000_000 // bytes of standard input, past which it ends in failure
	maxClaudeArg       = 16 << 10   // bytes of a system prompt in an argument, the least of the systems
	claudeAsked        = 20 * time.Second
)

// claudeAble is what a version of the program can do.
type claudeAble struct {
	safe   bool // --safe-mode: everything of the person's is left out
	file   bool // --system-prompt-file
	quiet  bool // --disable-slash-commands
	unkept bool // --no-session-persistence
	scoped bool // --setting-sources
}

// Info describes the model.
func (c *Claude) Info() Info {
	m := cmp.Or(c.Model, DefaultClaudeModel)
	return Info{Name: "claude-cli/" + m, Model: m, Window: cmp.Or(windowOf(c.Context), claudeWindow), TellsCost: true}
}

// program finds the program.
func (c *Claude) program() (string, error) {
	if c.Path != "" {
		return c.World.lookPath(c.World.path(c.Path))
	}
	name, err := c.World.lookPath("claude")
	if err == nil || c.World.Home == "" {
		return name, err
	}
	for _, rest := range []string{".local/bin/claude", ".claude/local/claude"} { // where its installers put it
		if p, e := c.World.lookPath(filepath.Join(c.World.Home, filepath.FromSlash(rest))); e == nil {
			return p, nil
		}
	}
	return "", err
}

// LoggedIn reports whether the program has a login or a key, by its files and the environment: it is not asked.
func (c *Claude) LoggedIn() bool {
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"} {
		if c.World.Getenv(name) != "" {
			return true
		}
	}
	dir := c.World.Getenv("CLAUDE_CONFIG_DIR")
	if _, err := os.Stat(filepath.Join(cmp.Or(dir, filepath.Join(c.World.Home, ".claude")), ".credentials.json")); err == nil {
		return true
	}
	b, err := fsutil.ReadFile(filepath.Join(cmp.Or(dir, c.World.Home), ".claude.json")) // where the login is in a keychain
	return err == nil && strings.Contains(string(b), `"oauthAccount"`)
}

// abilities asks the program once what it can do. It returns an error for a program that cannot be kept from running
// the person's hooks.
func (c *Claude) abilities(ctx context.Context, path, dir string) (claudeAble, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked {
		return c.able, nil
	}
	able, err := c.ask(ctx, path, dir)
	c.able, c.asked = able, err == nil
	return able, err
}

func (c *Claude) ask(ctx context.Context, path, dir string) (claudeAble, error) {
	who := c.Info().Name
	out, err := process.Run(ctx, process.Command{Argv: []string{path, "--help"}, Env: c.World.childEnv(claudeVariables...), Dir: dir, Timeout: claudeAsked, Max: 1 << 20})
	var exit *process.ExitError
	switch {
	case errors.Is(err, process.ErrLate):
		return claudeAble{}, ended(ctx, who, claudeAsked)
	case errors.As(err, &exit):
		return claudeAble{}, fatal(who, err, "claude --help: %s: %s", exit.How(), said(string(out.Stderr))).hint("run claude yourself, and see what it wants")
	case err != nil:
		return claudeAble{}, notStarted(who, "claude", err)
	}
	help := string(out.Stdout)
	able := claudeAble{
		safe:   strings.Contains(help, "--safe-mode"),
		file:   strings.Contains(help, "--system-prompt-file") || strings.Contains(help, "--system-prompt[-file]"),
		quiet:  strings.Contains(help, "--disable-slash-commands"),
		unkept: strings.Contains(help, "--no-session-persistence"),
		scoped: strings.Contains(help, "--setting-sources"),
	}
	if !able.unkept || !able.safe && !able.scoped {
		return able, failed(who, ask.Fatal, "this claude cannot be run without your hooks and sessions").hint("claude update")
	}
	return able, nil
}

// claudeVariables go to every run of the program.
var claudeVariables = []string{
	"CLAUDE_CODE_DISABLE_ATTACHMENTS=1", "CLAUDE_CODE_DISABLE_FILE_MENTIONS=1", // @path would be read and sent
	"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
}

// Version returns the version that the program reports, and its path.
func (c *Claude) Version(ctx context.Context) (version, path string, err error) {
	if path, err = c.program(); err != nil {
		return "", "", err
	}
	out, err := process.Run(ctx, process.Command{Argv: []string{path, "--version"}, Env: c.World.childEnv(claudeVariables...), Timeout: claudeAsked, Max: 64 << 10})
	return said(string(out.Stdout)), path, err
}

// Generate runs the program once.
func (c *Claude) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	who, timeout := c.Info().Name, cmp.Or(c.Timeout, callTimeout)
	path, err := c.program()
	if err != nil {
		return Reply{}, notStarted(who, "claude", err)
	}
	home, err := c.World.programs()
	if err != nil {
		return Reply{}, fatal(who, err, "%v", err)
	}
	defer home.Close()
	able, err := c.abilities(ctx, path, home.Path())
	if err != nil {
		return Reply{}, err
	}
	args, stdin, remove, err := c.lay(able, home, r)
	if err != nil {
		return Reply{}, err
	}
	defer remove()
	dir, err := emptyRoom(home)
	if err != nil {
		return Reply{}, fatal(who, err, "%v", err)
	}
	env := c.World.childEnv(append(slices.Clone(claudeVariables), "MAX_THINKING_TOKENS=0", "CLAUDE_CODE_MAX_RETRIES=1",
		"CLAUDE_CODE_MAX_OUTPUT_TOKENS="+strconv.Itoa(bound(r)),
		"API_TIMEOUT_MS="+strconv.FormatInt(timeout.Milliseconds(), 10))...)
	out, err := process.Run(ctx, process.Command{Argv: append([]string{path}, args...), Env: env, Dir: dir, Stdin: stdin, Timeout: timeout, Max: 2 * maxAnswer})
	switch {
	case errors.Is(err, process.ErrLate):
		return Reply{}, ended(ctx, who, timeout)
	case errors.Is(err, process.ErrOver):
		return Reply{}, failed(who, ask.Truncated, "it printed more than %d MB", 2*maxAnswer>>20).spent()
	}
	var exit *process.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Reply{}, notStarted(who, "claude", err)
	}
	return claudeReply(who, c.Info().Model, bound(r), out, exit, keysIn(env))
}

// lay divides a request into arguments and standard input. remove takes away the file that an argument
// may name.
func (c *Claude) lay(able claudeAble, home *fsutil.Dir, r ask.Question) (args []string, stdin string, remove func(), err error) {
	who := c.Info().Name
	system, stdin := join(r.System, r.Prefix), claudeInput(r.Prompt)
	if !able.file && len(system) > maxClaudeArg {
		system, stdin = "", claudeInput(whole(r))
	}
	if len(stdin) > maxClaudeInput {
		return nil, "", nil, failed(who, ask.TooLong, "%d bytes are more than claude reads", len(stdin))
	}
	args, remove = able.args(c.Info().Model), func() {}
	switch {
	case system == "":
	case able.file: // every user of the machine can read the arguments
		var name string
		if name, remove, err = systemFile(home, system, c.World.Now()); err != nil {
			return nil, "", nil, fatal(who, err, "%v", err)
		}
		args = append(args, "--system-prompt-file", name)
	default:
		args = append(args, "--system-prompt", system)
	}
	return args, stdin, remove, nil
}

// args returns the arguments of a call, without its texts.
func (able claudeAble) args(model string) []string {
	args := []string{"-p", "--tools", "", "--strict-mcp-config", "--no-session-persistence", "--output-format", "json", "--model", model}
	if able.quiet {
		args = append(args, "--disable-slash-commands")
	}
	if able.safe {
		return append(args, "--safe-mode")
	}
	return append(args, "--setting-sources", "", "--settings", `{"disableAllHooks":true}`)
}

const (
	// claudeOpening keeps a prompt that begins with / from being one of the program's commands.
	claudeOpening = "The text to work on follows.\n\n"
	// claudeAt stands for @, which would name a file to be read.
	claudeAt = "@\u200b"
)

// claudeInput makes a prompt plain text for the program, which has commands and file names in it.
func claudeInput(s string) string {
	return own.Marked(claudeOpening) + strings.ReplaceAll(s, "@", claudeAt)
}

// emptyRoom returns the empty folder that the program always runs in; it is the same one each time, since the program
// keeps a record of each folder. If the folder is not empty, emptyRoom makes another one.
func emptyRoom(home *fsutil.Dir) (string, error) {
	for i := range 8 {
		name := "claude"
		if i > 0 {
			name = fmt.Sprintf("claude-%d", i)
		}
		if err := home.MkdirAll(name, 0o700); err != nil {
			return "", err
		}
		if names, err := home.ReadNames(name); err == nil && len(names) == 0 {
			return filepath.Join(home.Path(), name), nil
		}
	}
	return "", fmt.Errorf("none of the folders claude in %s is empty", home.Path())
}

// systemFile writes a system prompt to a file that only its owner can read.
func systemFile(home *fsutil.Dir, text string, now time.Time) (name string, remove func(), err error) {
	d, rm, err := home.Scratch(".", now)
	if err != nil {
		return "", nil, err
	}
	defer d.Close()
	if _, err := d.WriteFileNoSync("system.txt", []byte(text), 0o600); err != nil {
		rm()
		return "", nil, err
	}
	return filepath.Join(d.Path(), "system.txt"), func() { rm() }, nil
}

// settings returns what may cause a failure of the program; its hash changes once somebody fixes it.
func (c *Claude) settings() string {
	path, _ := c.program()
	s := []string{path, c.Info().Model, c.World.Getenv("ANTHROPIC_API_KEY"), c.World.Getenv("ANTHROPIC_AUTH_TOKEN"), c.World.Getenv("CLAUDE_CODE_OAUTH_TOKEN")}
	home := cmp.Or(c.World.Getenv("CLAUDE_CONFIG_DIR"), filepath.Join(c.World.Home, ".claude"))
	for _, f := range []string{path, filepath.Join(home, ".credentials.json")} { // a new version, a new login
		if info, err := os.Stat(f); err == nil {
			s = append(s, info.ModTime().String(), strconv.FormatInt(info.Size(), 10))
		}
	}
	return strings.Join(s, "\x00")
}

// claudeOption returns the Option of the claude program.
func claudeOption(m Settings, w World) (o Option) {
	c := &Claude{Settings: m, World: w}
	path, err := c.program()
	switch {
	case err != nil && m.Path != "":
		return Option{Why: err.Error(), Mend: "correct models.claude.path in the settings"}
	case err != nil:
		return Option{Why: "there is no program claude in your PATH", Mend: "install Claude Code and log in"}
	}
	return Option{Provider: c, Why: path}
}
