package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/serve"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	servePort = 7331
	workLooks = time.Second // between two looks at how the work stands, while somebody watches
)

func (a *app) serveCmd() *cobra.Command {
	var port int
	var compile bool
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show the vault as a site on this machine, live",
		Long: `Show the vault as a site on 127.0.0.1, as it is at the moment: a page that changes is
shown anew where the reader is, and a line says how capture and compile stand. Nobody but
this machine reaches it. With --compile it also compiles what changes, as memoria compile
--watch does.

It takes hooks over HTTP too: POST /hooks/AGENT/EVENT, answered at once, with the token
that .memoria/state/serve.json holds beside the port, as "Authorization: Bearer TOKEN".`,
		Example: "  memoria serve\n  memoria serve --port 8080 --compile",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if port < 0 || port > 65535 {
				return hint(errors.New("serve: --port is 0 to 65535"), exitUsage)
			}
			return a.serve(c.Context(), port, compile)
		},
	}
	c.Flags().IntVar(&port, "port", servePort, "`PORT` to listen on; another free one where it is taken")
	c.Flags().BoolVar(&compile, "compile", false, "compile what changes meanwhile")
	return c
}

// serve shows the vault until ctx is done, which is how it is meant to end.
func (a *app) serve(ctx context.Context, port int, compile bool) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	l := newLiveSite(a, v)
	a.warnTemplates(v)
	if _, err := l.renew(ctx); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	listener, err := serve.Listen(port)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr).Port
	state := serve.State{Schema: 1, URL: fmt.Sprintf("http://127.0.0.1:%d/", at), Port: at, Token: serve.NewToken(), PID: os.Getpid()}
	if err := state.Keep(v.Dir); err != nil {
		a.ui.Warn("%v: no hooks are taken", err)
		state.Token = serve.NewToken() // that nobody is told
	}
	defer func() { state.Leave(l.vault().Dir) }()
	l.server = &serve.Server{Site: l, Token: state.Token, Take: l.take, State: l.state, Version: l.version}
	if at != port && port != 0 {
		a.ui.Say("port %d is taken", port)
	}
	a.ui.Print("%s", state.URL)
	a.ui.Say("Ctrl-C ends it")
	ctx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		for ctx.Err() == nil {
			l.attend(ctx, compile)
			if err := state.Keep(l.vault().Dir); err != nil && ctx.Err() == nil { // it may be another vault by now
				a.ui.Warn("%v: no hooks are taken", err)
			}
		}
	})
	go l.learn(ctx) // nobody waits for it: what it leaves undone the next one does
	return l.server.Serve(ctx, listener)
}

// compiling notes how far a compile is.
func (l *liveSite) compiling(done, total int) {
	if done == total {
		l.progress.Store(nil)
		return
	}
	text := fmt.Sprintf("compiling, article %d of %d", done, total)
	l.progress.Store(&text)
}

// waits notes which log is compiled next.
func (l *liveSite) waits(day daily.Date, until time.Time) {
	next := compiler.LogPlan{Date: day, Until: until}
	if was := l.waiting.Load(); was == nil || !was.Until.After(l.Now()) || next.Until.Before(was.Until) {
		l.waiting.Store(&next)
	}
}

// take keeps what an agent tells, as a hook process does.
func (l *liveSite) take(name, event string, payload io.Reader, answer io.Writer) {
	f := *l.finder()
	f.Getenv = func(key string) string {
		if key == "CLAUDE_PID" { // of whoever started the server
			return ""
		}
		return l.Getenv(key)
	}
	h := agent.New(agent.Call{Agent: name, Event: event, Vault: l.vault().Dir.Path()}, &f, l.Now)
	h.Stdin, h.Stdout, h.StartWorker = payload, answer, startWorker
	h.Answer = func(*agent.Question) error { return nil } // it takes longer than an agent waits here
	h.Run()
}

// tell says how the work stands, while somebody looks.
func (l *liveSite) tell(ctx context.Context) {
	tick := time.NewTicker(workLooks)
	defer tick.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !l.server.Watched() {
			last = ""
			continue
		}
		if now := string(l.state()); now != last {
			last = now
			l.server.Tell()
		}
	}
}

// state is how capture and compile stand.
func (l *liveSite) state() []byte {
	var s struct {
		Compile string `json:"compile,omitempty"`
		Waiting int    `json:"waiting,omitempty"`
		Dead    int    `json:"dead,omitempty"`
		Problem string `json:"problem,omitempty"`
	}
	if jobs, err := (&queue.Queue{Dir: l.vault().Dir}).List(l.Now()); err == nil {
		for _, j := range jobs {
			if j.State == queue.Dead {
				s.Dead++
			} else {
				s.Waiting++
			}
		}
	}
	if next := l.waiting.Load(); next != nil && next.Until.After(l.Now()) {
		s.Compile = fmt.Sprintf("%s is compiled at %s", next.Date, next.Until.Format("15:04"))
	}
	if _, err := l.vault().Dir.Lstat(layout.CompilePending); err == nil { // whoever compiles
		s.Compile = "compiling"
	}
	if at := l.progress.Load(); at != nil {
		s.Compile = *at
	}
	if why := l.wrong.Load(); why != nil {
		s.Problem = *why
	}
	b, err := json.Marshal(s)
	if err != nil { // strings and numbers
		panic(err)
	}
	return b
}
