package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/build"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// A Call is the parsed command line of a hook.
type Call struct {
	Agent, Event string
	Vault        string // as given; "" if the usual places are looked at
}

var errFlag = errors.New("has a flag without a value")

// ParseCall parses the words after `memoria hook`: an agent, an event, and --vault anywhere. It ignores an unknown
// flag and its value, since a newer version may have written it.
func ParseCall(args []string) (Call, error) {
	var c Call
	var words []string
	for ; len(args) > 0; args = args[1:] {
		flag, value, hasValue := strings.Cut(args[0], "=")
		if !strings.HasPrefix(flag, "-") {
			words = append(words, args[0])
			continue
		}
		next := !hasValue && len(args) > 1 && !strings.HasPrefix(args[1], "-")
		if next {
			value, args = args[1], args[1:]
		}
		if flag == "--vault" {
			if value == "" {
				return c, errFlag
			}
			c.Vault = value
		}
	}
	if len(words) != 2 {
		return c, fmt.Errorf("takes an agent and an event, not %d words", len(words))
	}
	c.Agent, c.Event = words[0], words[1]
	return c, nil
}

// New returns the hook of a call. It keeps the name of a vault that does not exist, since the vault may come back.
// The caller sets the streams, Answer and StartWorker.
func New(c Call, f *vault.Finder, now func() time.Time) *Hook {
	path, err := f.Locate(c.Vault)
	if named := cmp.Or(c.Vault, f.Getenv("MEMORIA_VAULT")); err != nil && named != "" {
		path = f.Abs(named)
	} else if err != nil {
		path = f.Default()
	}
	return &Hook{
		Agent: c.Agent, Event: c.Event, Vault: path, NoVault: err, Getenv: f.Getenv, Now: now, Dir: f.Dir,
		State: vault.StateDir(f.Getenv, f.Home), User: f.UserConfig(),
	}
}

// Program is the name of the small program that runs only the hook; it lies beside memoria.
const Program = "memoria-hook"

// Main is the main function of memoria-hook. It takes the same arguments as memoria, `hook claude Stop`, and
// starts in about half the time. memoria is the path of the whole program, which runs the worker and answers what is
// not prepared.
func Main(memoria string, args []string) {
	if os.Getenv(ChildVariable) != "" {
		return
	}
	if len(args) == 0 || slices.Contains([]string{"-h", "--help", "help"}, args[0]) {
		os.Stdout.WriteString(usage)
		return
	}
	switch args[0] {
	case "--version":
		os.Stdout.WriteString(build.Read(Program).Line() + "\n")
		return
	case "version":
		os.Stdout.WriteString(build.Read(Program).String())
		return
	}
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	if len(args) > 0 && args[0] == "hook" {
		args = args[1:]
	}
	c, err := ParseCall(args)
	if err != nil {
		(&vault.Log{State: vault.StateDir(os.Getenv, home), Now: time.Now}).Printf("hook", "%v", err)
		return
	}
	h := New(c, &vault.Finder{Getenv: os.Getenv, Dir: dir, Home: home, Local: time.Local}, time.Now)
	h.Stdin, h.Stdout = os.Stdin, os.Stdout
	h.Answer = func(q *Question) error { return handOver(memoria, q) }
	h.StartWorker = func(vault string) error { return StartWorker(memoria, vault) }
	h.Run()
}

// usage is what memoria-hook says of itself to a person.
const usage = `Usage: memoria-hook AGENT EVENT [--vault DIR]

Take note of an event in a session, as memoria hook does, but start faster. Agents call
this and give one JSON value on standard input; memoria install sets it up. It always
ends with 0. memoria hook --help says more; memoria-hook version tells the build.
`

// FlagAnswer makes `memoria hook` read a [Question] as JSON from its standard input and answer it.
const FlagAnswer = "--answer"

// handOver runs memoria to answer a question.
func handOver(memoria string, q *Question) error {
	question, err := json.Marshal(q)
	if err != nil {
		return err
	}
	c := exec.Command(memoria, "hook", FlagAnswer)
	c.Stdin, c.Stdout = bytes.NewReader(question), os.Stdout
	if err := c.Run(); err != nil {
		return fmt.Errorf("ask %s: %w", memoria, err)
	}
	return nil
}
