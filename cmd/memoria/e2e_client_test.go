//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A chat is the client without a terminal, as a program drives it: prompts go in as JSON rows, what
// happens comes out as JSON rows.
type chat struct {
	s       *person
	cmd     *exec.Cmd
	in      io.WriteCloser
	results chan string
	done    chan struct{}
	stderr  bytes.Buffer

	mu      sync.Mutex
	session string
	bad     []string // hooks that were no success
	hooks   int
}

func (s *person) chat(args ...string) *chat {
	s.t.Helper()
	all := append(s.client[1:len(s.client):len(s.client)], "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
	if !s.quiet {
		all = append(all, "--include-hook-events")
	}
	c := &chat{s: s, cmd: exec.Command(s.client[0], append(all, args...)...), results: make(chan string, 16), done: make(chan struct{})}
	c.cmd.Dir, c.cmd.Env, c.cmd.Stderr = s.project, s.env(), &c.stderr
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in := must.Get(c.cmd.StdinPipe())(s.t)
	out := must.Get(c.cmd.StdoutPipe())(s.t)
	c.in = in
	must.Do(s.t, c.cmd.Start())
	s.t.Cleanup(func() { c.cmd.Process.Kill() })
	go c.hear(out)
	return c
}

// hear reads what the client says until it ends.
func (c *chat) hear(out io.Reader) {
	defer close(c.done)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var row struct {
			Type, Subtype, Result, Outcome string
			Session                        string `json:"session_id"`
			Hook                           string `json:"hook_name"`
			Stdout, Stderr                 string
			Exit                           int `json:"exit_code"`
		}
		if json.Unmarshal(line, &row) != nil {
			continue
		}
		c.mu.Lock()
		if row.Session != "" {
			c.session = row.Session
		}
		if row.Subtype == "hook_response" {
			c.hooks++
			told := strings.HasPrefix(row.Hook, "SessionStart") && strings.HasPrefix(row.Stdout, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"memoria: notes`)
			if row.Outcome != "success" && row.Outcome != "" || row.Exit != 0 || row.Stderr != "" || row.Stdout != "" && !told {
				c.bad = append(c.bad, string(line))
			}
		}
		c.mu.Unlock()
		if row.Type == "result" {
			c.results <- row.Result
		}
	}
}

// send gives the client a prompt and does not wait.
func (c *chat) send(prompt string) {
	c.s.t.Helper()
	b, err := json.Marshal(map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": prompt}})
	if err != nil {
		c.s.t.Fatal(err)
	}
	if _, err := c.in.Write(append(b, '\n')); err != nil {
		c.s.t.Fatalf("prompt %q: %v: %s", prompt, err, c.stderr.String())
	}
}

// say gives the client a prompt and waits for the answer.
func (c *chat) say(prompt string) string {
	c.s.t.Helper()
	c.send(prompt)
	return c.hearAnswer()
}

// hearAnswer waits for the end of the turn.
func (c *chat) hearAnswer() string {
	c.s.t.Helper()
	select {
	case r := <-c.results:
		return r
	case <-c.done:
		c.s.t.Fatalf("the client ended within a turn: %s", c.stderr.String())
	case <-time.After(patience):
		c.s.t.Fatalf("no answer; seen: %s; stderr: %s", c.s.events(), c.stderr.String())
	}
	return ""
}

// leave ends the input and waits for the client to go.
func (c *chat) leave() {
	c.s.t.Helper()
	c.in.Close()
	if err := c.wait(); err != nil {
		c.s.t.Errorf("client: %v: %s", err, c.stderr.String())
	}
}

// wait waits for the client's end and holds the hooks to their law: success, and not a word.
func (c *chat) wait() error {
	c.s.t.Helper()
	select {
	case <-c.done:
	case <-time.After(patience):
		c.s.t.Fatal("the client does not end")
	}
	err := c.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, b := range c.bad {
		c.s.t.Errorf("hook: %s", b)
	}
	if c.hooks == 0 && !c.s.quiet {
		c.s.t.Error("the client ran no hook")
	}
	if s := c.stderr.String(); strings.Contains(s, "hook [") || strings.Contains(s, "memoria") {
		c.s.t.Errorf("the client says of a hook: %s", s)
	}
	return err
}
