package serve

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	maxLooking = 64               // streams of events at once: more are no person's windows
	beat       = 20 * time.Second // between two signs of life
	writeTime  = 5 * time.Second
)

type event struct {
	name string
	data []byte // on one line
}

// A hub hands events to all who look. One who is slow misses what came between and gets the newest of each
// kind, which is all that counts.
type hub struct {
	mu     sync.Mutex
	all    map[*looker]bool
	closed bool
}

type looker struct {
	wake chan struct{} // capacity 1
	mu   sync.Mutex
	new  map[string]event
}

func (h *hub) join() *looker {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.all) >= maxLooking {
		return nil
	}
	if h.all == nil {
		h.all = map[*looker]bool{}
	}
	l := &looker{wake: make(chan struct{}, 1), new: map[string]event{}}
	h.all[l] = true
	return l
}

func (h *hub) leave(l *looker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, l)
}

func (h *hub) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.all)
}

func (h *hub) send(e event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.all {
		l.mu.Lock()
		l.new[e.name] = e
		l.mu.Unlock()
		l.rouse()
	}
}

// close ends all streams.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for l := range h.all {
		l.mu.Lock()
		l.new = nil
		l.mu.Unlock()
		l.rouse()
	}
}

func (l *looker) rouse() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// take returns what is new, in a fixed order; open is false once the hub is closed.
func (l *looker) take() (out []event, open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.new == nil {
		return nil, false
	}
	for _, name := range []string{"state", "change"} {
		if e, ok := l.new[name]; ok {
			out = append(out, e)
		}
	}
	clear(l.new)
	return out, true
}

// live streams events: the form of the HTML standard, section Server-sent events.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	l := s.hub.join()
	if l == nil {
		http.Error(w, "too many look", http.StatusServiceUnavailable)
		return
	}
	defer s.hub.leave(l)
	out := http.NewResponseController(w)
	if err := out.SetReadDeadline(time.Time{}); err != nil { // the one of requests would end the stream
		http.Error(w, "no stream", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	write := func(format string, args ...any) bool {
		if out.SetWriteDeadline(time.Now().Add(writeTime)) != nil {
			return false
		}
		_, err := fmt.Fprintf(w, format, args...)
		return err == nil && out.Flush() == nil
	}
	first := []byte("{}")
	if s.State != nil {
		first = s.State()
	}
	// Events from now on arrive, so the version shows a page whether it missed something before.
	if !write("retry: 1000\nevent: state\ndata: %s\n\nevent: site\ndata: %s\n\n", first, s.version()) {
		return
	}
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-alive.C:
			if !write(": here\n\n") {
				return
			}
		case <-l.wake:
			events, open := l.take()
			if !open {
				return
			}
			for _, e := range events {
				if !write("event: %s\ndata: %s\n\n", e.name, e.data) {
					return
				}
			}
		}
	}
}
