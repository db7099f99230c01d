package serve

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

type files map[string]string

func (f files) File(path string) ([]byte, bool) {
	body, ok := f[path]
	return []byte(body), ok
}

var pages = files{"index.html": "<h1>home</h1>", "wiki/a b.html": "a", "site/x.svg": "<svg/>", "daily/index.html": "days", "x.bin": "\x00"}

// running is a server on a port of its own, and the way to stop it.
func running(t *testing.T, s *Server) (base string, stop func() error) {
	t.Helper()
	l := must.Get(Listen(0))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { stop() })
	return "http://" + l.Addr().String(), stop
}

func do(t *testing.T, h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

var addr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8321}

func asked(method, path string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, "http://127.0.0.1:8321"+path, strings.NewReader("{}"))
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func TestFiles(t *testing.T) {
	h := (&Server{Site: pages, Token: "t"}).Handler(addr)
	for _, c := range []struct {
		path string
		code int
		body string
		kind string
	}{
		{"/", 200, "<h1>home</h1>", "text/html; charset=utf-8"},
		{"/wiki/a%20b.html", 200, "a", "text/html; charset=utf-8"},
		{"/daily/", 200, "days", "text/html; charset=utf-8"},
		{"/site/x.svg", 200, "<svg/>", "image/svg+xml"},
		{"/x.bin", 200, "\x00", "application/octet-stream"},
		{"/nothing/%3Cscript%3E.html", 404, "nothing/&lt;script&gt;.html", "text/html; charset=utf-8"},
		{"/..%2f..%2fetc/passwd", 404, "", "text/html; charset=utf-8"},
		{"/wiki/%00.html", 404, "", "text/html; charset=utf-8"},
	} {
		w := do(t, h, asked("GET", c.path))
		must.Hold(t, w.Code == c.code && strings.Contains(w.Body.String(), c.body) && w.Header().Get("Content-Type") == c.kind, "%s: %d %s %q", c.path, w.Code, w.Header().Get("Content-Type"), w.Body)
		must.Hold(t, strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'") && w.Header().Get("X-Content-Type-Options") == "nosniff", "%s: headers %v", c.path, w.Header())
	}
	first := do(t, h, asked("GET", "/"))
	w := do(t, h, asked("GET", "/", "If-None-Match", first.Header().Get("ETag")))
	must.Hold(t, w.Code == http.StatusNotModified, "the same page again: %d", w.Code)
}

// A page says which one it is, and the stream which there is: so none misses what came between.
func TestVersion(t *testing.T) {
	site := files{"index.html": "<!doctype html><html lang=en>home", "plain.html": "no root", "a.md": "<html>"}
	s := &Server{Site: site, Token: "t", Version: func() string { return `7"` }}
	h := s.Handler(addr)
	w := do(t, h, asked("GET", "/"))
	want := `<!doctype html><html data-page=` + w.Header().Get("ETag") + ` data-site="7&#34;" lang=en>home`
	must.Hold(t, w.Body.String() == want, "%s, want %s", w.Body, want)
	head := do(t, h, asked("HEAD", "/"))
	must.Hold(t, head.Header().Get("ETag") == w.Header().Get("ETag"), "HEAD tells of %s", head.Header().Get("ETag"))
	for _, name := range []string{"plain.html", "a.md"} {
		w := do(t, h, asked("GET", "/"+name))
		must.Hold(t, w.Body.String() == site[name], "%s: %s", name, w.Body)
	}
	base, _ := running(t, s)
	res := must.Get(http.Get(base + "/site/live"))(t)
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() && lines.Text() != "event: site" {
	}
	must.Hold(t, lines.Scan() && lines.Text() == `data: {"version":"7\""}`, "the stream begins with %q", lines.Text())
}

// Who asks by another name, from another origin, or changes something without the token, is refused.
func TestGuard(t *testing.T) {
	taken := 0
	s := &Server{Site: pages, Token: "secret", Take: func(string, string, io.Reader, io.Writer) (int, error) { taken++; return 202, nil }}
	h := s.Handler(addr)
	const hook, token = "/hooks/claude/Stop", "Bearer secret"
	for _, c := range []struct {
		name string
		r    *http.Request
		code int
	}{
		{"a name that points here", asked("GET", "/", "Host", "evil.example:8321"), 421},
		{"a name that begins as ours", asked("GET", "/", "Host", "127.0.0.1.evil.example:8321"), 421},
		{"another port", asked("GET", "/", "Host", "127.0.0.1:80"), 421},
		{"no host", asked("GET", "/", "Host", ""), 421},
		{"localhost", asked("GET", "/", "Host", "LOCALHOST:8321"), 200},
		{"another origin", asked("GET", "/", "Origin", "http://evil.example"), 403},
		{"no origin at all", asked("GET", "/", "Origin", "null"), 403},
		{"an origin with our name in it", asked("GET", "/", "Origin", "http://127.0.0.1:8321.evil.example"), 403},
		{"our port by another scheme", asked("GET", "/", "Origin", "https://127.0.0.1:8321"), 403},
		{"ours", asked("GET", "/", "Origin", "http://127.0.0.1:8321"), 200},
		{"shown in another site", asked("GET", "/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"), 403},
		{"framed by another site", asked("GET", "/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"), 403},
		{"a link from another site", asked("GET", "/", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"), 200},
		{"a hook without token", asked("POST", hook), 401},
		{"a hook with a wrong one", asked("POST", hook, "Authorization", "Bearer secre"), 401},
		{"a hook with an empty one", asked("POST", hook, "Authorization", "Bearer "), 401},
		{"a hook from another origin", asked("POST", hook, "Authorization", token, "Origin", "http://evil.example"), 403},
		{"a hook by GET", asked("GET", hook, "Authorization", token), 404},
		{"a page by POST", asked("POST", "/", "Authorization", token), 405},
		{"a hook", asked("POST", hook, "Authorization", token), 202},
	} {
		w := do(t, h, c.r)
		must.Hold(t, w.Code == c.code, "%s: %d %s, want %d", c.name, w.Code, w.Body, c.code)
	}
	must.Hold(t, taken == 1, "%d hooks were taken, want 1", taken)
	w := do(t, (&Server{Site: pages}).Handler(addr), asked("POST", hook, "Authorization", "Bearer "))
	must.Hold(t, w.Code == 401, "a server without token takes a hook: %d", w.Code)
}

func TestHook(t *testing.T) {
	s := &Server{Site: pages, Token: "t", Take: func(agent, event string, payload io.Reader, answer io.Writer) (int, error) {
		b, err := io.ReadAll(payload)
		if err != nil {
			return 400, err
		}
		io.WriteString(answer, agent+" "+event+" "+string(b))
		return 202, nil
	}}
	h := s.Handler(addr)
	w := do(t, h, asked("POST", "/hooks/claude/UserPromptSubmit", "Authorization", "Bearer t"))
	must.Hold(t, w.Code == 202 && w.Body.String() == "claude UserPromptSubmit {}" && w.Header().Get("Content-Type") == "application/json", "%d %v %q", w.Code, w.Header(), w.Body)
	huge := asked("POST", "/hooks/claude/Stop", "Authorization", "Bearer t")
	huge.Body = io.NopCloser(bytes.NewReader(make([]byte, maxPayload+1)))
	w = do(t, h, huge)
	must.Hold(t, w.Code == 400, "a payload without end: %d %q", w.Code, w.Body)
}

// Who looks is told what is new and, when the server stops, that it is over; the stop waits for nobody.
func TestLive(t *testing.T) {
	s := &Server{Site: pages, Token: "t", State: func() []byte { return []byte(`{"queue":2}`) }}
	base, stop := running(t, s)
	res := must.Get(http.Get(base + "/site/live"))(t)
	defer res.Body.Close()
	kind := res.Header.Get("Content-Type")
	must.Hold(t, kind == "text/event-stream", "a stream of %s", kind)
	lines := bufio.NewScanner(res.Body)
	until := func(want string) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == want {
				return
			}
		}
		t.Fatalf("the stream ended before %q: %v", want, lines.Err())
	}
	until(`data: {"queue":2}`)
	must.Hold(t, s.Watched(), "nobody looks")
	s.Changed()
	until("event: change")
	idle, err := net.Dial("tcp", strings.TrimPrefix(base, "http://")) // one who says nothing
	must.Do(t, err)
	defer idle.Close()
	err = stop()
	must.Hold(t, err == nil, "%v", err)
	for lines.Scan() {
	}
	must.Hold(t, must.Err(http.Get(base)) != nil, "it still answers")
}

func TestTooManyLook(t *testing.T) {
	var h hub
	for range maxLooking {
		must.Be(t, h.join() != nil, "no room")
	}
	must.Hold(t, h.join() == nil, "room for one more than there is")
	h.send(event{name: "change"})
	h.send(event{name: "change"}) // nobody took the first
	h.close()
	must.Hold(t, h.join() == nil, "a closed hub is joined")
}

// A port that is taken is no reason to fail.
func TestListen(t *testing.T) {
	a := must.Get(Listen(0))(t)
	defer a.Close()
	b := must.Get(Listen(a.Addr().(*net.TCPAddr).Port))(t)
	defer b.Close()
	ip := b.Addr().(*net.TCPAddr).IP
	must.Hold(t, ip.IsLoopback(), "it listens on %s", ip)
}

func TestState(t *testing.T) {
	path := t.TempDir()
	dir := fsutiltest.Open(t, path)
	must.Do(t, dir.MkdirAll(".memoria/state", 0o700))
	one := State{Schema: 1, URL: "http://127.0.0.1:1/", Port: 1, Token: NewToken(), PID: 7}
	must.Do(t, one.Keep(dir))
	if info, err := os.Stat(filepath.Join(path, StateName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if got, err := Find(dir); err != nil || got != one {
		t.Errorf("%+v, %v", got, err)
	}
	two := one
	two.Token = NewToken()
	must.Do(t, two.Keep(dir))
	must.Do(t, one.Leave(dir))
	if got, err := Find(dir); err != nil || got != two {
		t.Errorf("the first took the second's file: %+v, %v", got, err)
	}
	must.Do(t, two.Leave(dir))
	must.Hold(t, must.Err(Find(dir)) != nil, "the file stays")
}

// A client that trickles its request is let go.
func TestLimits(t *testing.T) {
	must.Hold(t, headTime <= 10*time.Second && bodyTime <= time.Minute && maxHead <= 1<<16, "a request may take too long")
	base, _ := running(t, &Server{Site: pages, Token: "t"})
	c := must.Get(net.Dial("tcp", strings.TrimPrefix(base, "http://")))(t)
	defer c.Close()
	c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 2*maxHead) + "\r\n\r\n"))
	answer, _ := io.ReadAll(c)
	must.Hold(t, bytes.HasPrefix(answer, []byte("HTTP/1.1 431")), "a head without end: %.60q", answer)
}
