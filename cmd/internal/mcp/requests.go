package mcp

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// answerWithin is how long what was asked is still answered after the stream of requests has ended: a client
// that sends its requests at once and closes is owed the answers, and one that is gone is not waited for.
const answerWithin = 10 * time.Second

// requests are those that were read and are not answered yet. A zero value has none.
type requests struct {
	mu   sync.Mutex
	ids  map[string]int
	none chan struct{} // closed when none is left; nil while nobody waits
}

// asked notes a request. A request that is called back is not answered.
func (r *requests) asked(m *message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case m.Method == "notifications/cancelled":
		var p struct {
			ID json.RawMessage `json:"requestId"`
		}
		if json.Unmarshal(m.Params, &p) == nil {
			r.drop(p.ID)
		}
	case m.Method != "" && m.ID != nil:
		if r.ids == nil {
			r.ids = map[string]int{}
		}
		r.ids[key(m.ID)]++
	}
}

// answered notes an answer.
func (r *requests) answered(line []byte) {
	var m message
	if json.Unmarshal(line, &m) != nil || m.Method != "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop(m.ID)
}

func (r *requests) drop(id json.RawMessage) {
	if k := key(id); r.ids[k] > 1 {
		r.ids[k]--
	} else {
		delete(r.ids, k)
	}
	r.told()
}

// forget drops all.
func (r *requests) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.ids)
	r.told()
}

func (r *requests) told() {
	if len(r.ids) == 0 && r.none != nil {
		close(r.none)
		r.none = nil
	}
}

// wait returns when none is left, or after some time.
func (r *requests) wait(most time.Duration) {
	r.mu.Lock()
	if len(r.ids) == 0 {
		r.mu.Unlock()
		return
	}
	none := make(chan struct{})
	r.none = none
	r.mu.Unlock()
	select {
	case <-none:
	case <-time.After(most):
	}
}

// key tells ids apart, however they are spelled: 1 and "1" are two.
func key(id json.RawMessage) string {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return ""
	}
	return fmt.Sprintf("%T %v", v, v)
}
