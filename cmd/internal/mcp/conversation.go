package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
)

// answerWithin is how long what was asked is still answered after the stream of requests has ended: a client
// that sends its requests at once and closes is owed the answers, and one that is gone is not waited for.
const answerWithin = 10 * time.Second

// Serve answers the requests on in until it ends or ctx is done. It writes only protocol messages to out.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &conversation{Server: s, out: out, gone: cancel, calls: map[string]context.CancelFunc{}}
	ended := make(chan error, 1)
	go func() { ended <- c.hear(ctx, in) }()
	select {
	case err := <-ended:
		c.finish(ctx)
		return errors.Join(err, c.lost)
	case <-ctx.Done():
		return c.lost
	}
}

// A conversation is the exchange with one client.
type conversation struct {
	*Server
	gone context.CancelFunc // ends the conversation: the client is gone

	mu     sync.Mutex
	out    io.Writer
	lost   error // why out cannot be written
	begun  bool  // by initialize, or by a request that says itself all that initialize would
	client string
	calls  map[string]context.CancelFunc // the requests that are not answered yet, by their key

	running sync.WaitGroup
}

// hear takes the client's messages until they end. What is no message is answered with an error.
func (c *conversation) hear(ctx context.Context, in io.Reader) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for ctx.Err() == nil {
		line, long, err := frame(lines)
		if long || len(line) > 0 {
			if m, wrong := read(line, long); wrong != nil {
				c.send(reply{Error: wrong})
			} else {
				c.take(ctx, m)
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take begins to answer a request, each beside the others but for those that begin a conversation. A
// request that is called back is not answered.
func (c *conversation) take(ctx context.Context, m message) {
	switch {
	case m.Method == "notifications/cancelled" && m.ID == nil:
		var p struct {
			ID json.RawMessage `json:"requestId"`
		}
		if json.Unmarshal(m.Params, &p) == nil {
			c.drop(key(p.ID))
		}
		return
	case m.Method == "" || m.ID == nil: // an answer, or a notification that changes nothing
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	if !c.enter(key(m.ID), cancel) {
		c.send(reply{ID: m.ID, Error: failed(invalidRequest, "the id is that of a request under way")})
		return
	}
	answer, wrong := c.prepare(&m)
	if wrong != nil || m.Method == "initialize" {
		c.answer(ctx, m.ID, answer, wrong)
		return
	}
	c.running.Go(func() { c.answer(ctx, m.ID, answer, nil) })
}

// enter notes a request, and reports false if there is one with its key.
func (c *conversation) enter(key string, cancel context.CancelFunc) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.calls[key]; there {
		cancel()
		return false
	}
	c.calls[key] = cancel
	return true
}

// answer finds an answer out and sends it, unless the request is called back meanwhile.
func (c *conversation) answer(ctx context.Context, id json.RawMessage, find func(context.Context) (any, error), wrong error) {
	out := reply{ID: id}
	if wrong == nil {
		out.Result, wrong = find(ctx)
	}
	if wrong != nil {
		out.Result = nil
		if !errors.As(wrong, &out.Error) {
			out.Error = &callError{Message: c.clean(wrong.Error())}
		}
	}
	if c.drop(key(id)) {
		c.send(out)
	}
}

// named returns the name that the client gave itself.
func (c *conversation) named() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.client
}

// drop ends a request, and reports whether it was under way.
func (c *conversation) drop(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel, ok := c.calls[key]
	if ok {
		cancel()
		delete(c.calls, key)
	}
	return ok
}

func (c *conversation) send(r reply) {
	r.Version = "2.0"
	line, err := json.Marshal(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		_, err = c.out.Write(append(line, '\n'))
	}
	if err != nil && c.lost == nil {
		if !errors.Is(err, io.ErrClosedPipe) {
			c.lost = err
		}
		c.gone()
	}
}

// finish waits for the requests under way.
func (c *conversation) finish(ctx context.Context) {
	answered := make(chan struct{})
	go func() {
		c.running.Wait()
		close(answered)
	}()
	select {
	case <-answered:
	case <-ctx.Done():
	case <-time.After(answerWithin):
	}
}

// params are the parameters of all methods.
type params struct {
	Meta struct {
		Version      string          `json:"io.modelcontextprotocol/protocolVersion"`
		Client       client          `json:"io.modelcontextprotocol/clientInfo"`
		Capabilities json.RawMessage `json:"io.modelcontextprotocol/clientCapabilities"`
	} `json:"_meta"`
	ProtocolVersion string          `json:"protocolVersion"`
	ClientInfo      client          `json:"clientInfo"`
	Cursor          string          `json:"cursor"`
	Name            string          `json:"name"`
	URI             string          `json:"uri"`
	Arguments       json.RawMessage `json:"arguments"`
}

type client struct {
	Name string `json:"name"`
}

// prepare reads a request and returns what answers it.
func (c *conversation) prepare(m *message) (func(context.Context) (any, error), error) {
	var p params
	none := len(m.Params) == 0 || string(m.Params) == "null"
	if err := json.Unmarshal(m.Params, &p); err != nil && !none {
		return nil, failed(invalidParams, "invalid params: %v", err)
	}
	stateless, err := c.begin(m.Method, &p)
	if err != nil {
		return nil, err
	}
	answer, needsParams := c.method(m.Method, stateless, &p)
	switch {
	case answer == nil && strings.HasPrefix(m.Method, "notifications/"):
		return nil, failed(invalidRequest, "invalid request: unexpected id for %q", m.Method)
	case answer == nil:
		return nil, failed(methodNotFound, "method not found: %q", m.Method)
	case needsParams && none:
		return nil, failed(invalidRequest, `invalid request: missing required "params"`)
	}
	return func(ctx context.Context) (any, error) {
		result, err := answer(ctx)
		if r, ok := result.(interface{ complete(*meta) }); ok && err == nil && stateless {
			r.complete(&meta{c.self()})
		}
		return result, err
	}, nil
}

// begin checks that a request is allowed at this point of the conversation. A request of the stateless revision of
// the protocol begins one by itself.
func (c *conversation) begin(method string, p *params) (stateless bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch v := p.Meta.Version; {
	case v == versions[0]:
		if len(p.Meta.Capabilities) == 0 {
			return false, failed(invalidParams, `missing or invalid _meta field "io.modelcontextprotocol/clientCapabilities"`)
		}
		c.begun, c.client = true, p.Meta.Client.Name
		return true, nil
	case v != "" && !known(v):
		return false, &callError{unsupportedVersion, "unsupported protocol version", map[string]any{"supported": versions, "requested": v}}
	case method == "initialize" && c.begun:
		return false, failed(0, `duplicate "initialize" received`)
	case !c.begun && method != "initialize" && method != "ping" && method != "server/discover":
		return false, failed(0, "method %q is invalid during session initialization", method)
	}
	return false, nil
}
