package compile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/site"
	"github.com/agent-admin/memoria/cmd/internal/serve"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

const servePort = 7331

func (a *app) serveCmd() *cobra.Command {
	var port int
	var compile bool
	c := command.New("serve", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error { return a.serve(ctx, v, port, compile) }))
	c.PreRunE = func(*cobra.Command, []string) error {
		if port < 0 || port > 65535 {
			return exit.Hint(errors.New("serve: --port is 0 to 65535"), exit.Usage)
		}
		return nil
	}
	c.Flags().IntVar(&port, "port", servePort, "`PORT` to listen on; another free one where it is taken")
	c.Flags().BoolVar(&compile, "compile", false, "compile what changes meanwhile")
	return c
}

// serve shows the vault until ctx is done, and returns nil then.
func (a *app) serve(ctx context.Context, v *workspace.Vault, port int, compile bool) error {
	l := &site.Live{Version: command.Version(), Warn: a.UI.Warn}
	if compile {
		l.Watch = func(ctx context.Context, v *workspace.Vault) error {
			return a.watch(ctx, v, compileFlags{called: true, progress: l.Compiling, waits: l.Waits})
		}
	}
	if err := l.Open(ctx, v); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	listener, err := serve.Listen(port)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr).Port
	state := serve.State{Schema: 1, URL: fmt.Sprintf("http://127.0.0.1:%d/", at), Port: at, Token: serve.NewToken(), PID: os.Getpid()}
	if err := state.Keep(v.Dir); err != nil {
		a.UI.Warn("%v: no hooks are taken", err)
		state.Token = serve.NewToken() // that nobody learns
	}
	defer func() { state.Leave(l.Vault().Dir) }()
	l.Server = &serve.Server{Site: l, Token: state.Token, State: l.State, Version: l.Stamp,
		Take: func(name, event string, payload io.Reader, answer io.Writer) (int, error) {
			return a.take(agent.Call{Agent: name, Event: event, Vault: l.Vault().Path()}, payload, answer)
		}}
	if at != port && port != 0 {
		a.UI.Say("port %d is taken", port)
	}
	a.UI.Print("%s", state.URL)
	a.UI.Say("Ctrl-C ends it")
	ctx, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() {
		l.Run(ctx, func() {
			if err := state.Keep(l.Vault().Dir); err != nil && ctx.Err() == nil { // it may be another vault by now
				a.UI.Warn("%v: no hooks are taken", err)
			}
		})
	})
	return l.Server.Serve(ctx, listener)
}

// take keeps the report of an agent, as a hook process does, and returns the status that says so.
func (a *app) take(call agent.Call, payload io.Reader, answer io.Writer) (status int, err error) {
	f := *a.Finder()
	f.Getenv = func(key string) string {
		if key == "CLAUDE_PID" { // of whoever started the server
			return ""
		}
		return a.Getenv(key)
	}
	h := agent.New(call, &f, a.Now)
	h.Stdin, h.Stdout, h.StartWorker = payload, answer, command.StartWorker
	h.Answer = func(*agent.Question) error { return nil } // it takes longer than an agent waits here
	switch err = h.Run(); {
	case err == nil:
		return http.StatusAccepted, nil
	case errors.Is(err, agent.ErrLeftOut):
		return http.StatusNoContent, nil
	case errors.Is(err, agent.ErrUnknown):
		return http.StatusNotFound, err
	case errors.Is(err, agent.ErrPayload):
		return http.StatusBadRequest, err
	}
	return http.StatusServiceUnavailable, err
}
