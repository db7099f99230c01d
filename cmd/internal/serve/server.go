package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"
)

// A Site has the files that are shown, by path from the site's root. It is used by many goroutines at once.
type Site interface {
	// File returns a file's bytes; ok is false if there is none of that path.
	File(path string) (body []byte, ok bool)
}

// A Server shows a site.
type Server struct {
	Site  Site   // required
	Token string // required: the token of requests that change something

	// Take takes the report of an agent's hook, and may write an answer for the agent. It returns the status of the answer: 202
	// once the note is kept. Nil takes nothing.
	Take func(agent, event string, payload io.Reader, answer io.Writer) (status int, err error)

	// Version returns a string that changes when any page changes; may be nil. It is called before a page is read.
	Version func() string

	// State returns the state of capture and compile, as JSON on one line; may be nil.
	State func() []byte

	hub  hub
	host map[string]bool // by which it may be called
}

// How long a client may take, and how much it may send.
const (
	headTime   = 5 * time.Second
	bodyTime   = 15 * time.Second
	answerTime = 30 * time.Second
	idleTime   = time.Minute
	stopTime   = 500 * time.Millisecond
	maxHead    = 16 << 10
	maxPayload = 16 << 20 // as much as a hook process looks at, and what it skips
)

// Listen listens on a loopback port: the given one, or a free one if that is taken or 0.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil && port != 0 {
		l, err = net.Listen("tcp4", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("listen on 127.0.0.1: %w", err)
	}
	return l, nil
}

// Serve answers on l until ctx is done, which is no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler:           s.Handler(l.Addr()),
		ReadHeaderTimeout: headTime,
		ReadTimeout:       bodyTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHead,
		ErrorLog:          log.New(io.Discard, "", 0), // of connections that broke
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.hub.close()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil {
		srv.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}

// Handler returns the handler of requests that reach addr.
func (s *Server) Handler(addr net.Addr) http.Handler {
	_, port, _ := net.SplitHostPort(addr.String())
	s.host = map[string]bool{}
	for _, name := range []string{"127.0.0.1", "localhost", "[::1]"} {
		s.host[name+":"+port] = true
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /site/live", s.live)
	mux.HandleFunc("POST /hooks/{agent}/{event}", s.hook)
	mux.HandleFunc("POST /hooks/", http.NotFound)
	mux.HandleFunc("GET /", s.file)
	return s.guard(mux)
}

// Changed tells all open pages that pages may have changed.
func (s *Server) Changed() { s.hub.send(event{name: "change", data: s.version()}) }

// version returns which version is shown, as JSON.
func (s *Server) version() []byte {
	if s.Version == nil {
		return []byte("{}")
	}
	b, err := json.Marshal(map[string]string{"version": s.Version()})
	if err != nil { // a string
		panic(err)
	}
	return b
}

// Tell sends the state of the work to all open pages.
func (s *Server) Tell() {
	if s.State != nil {
		s.hub.send(event{name: "state", data: s.State()})
	}
}

// Watched reports whether any page is open.
func (s *Server) Watched() bool { return s.hub.size() > 0 }
