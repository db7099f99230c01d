package codex

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/stream"
)

// A thread is a session that a rollout has rows of. Before 0.171 a fork, also one that an agent makes for a subagent,
// begins with a copy of all rows before it: its own session_meta, those of the threads that it comes from, and their rows
// with the time of the fork. Which thread said them, and when, only the ids of turns tell: these and those of threads are
// UUIDs of version 7, which begin with a time.
type thread struct {
	id, session         string // a subagent speaks in the session of its root
	sub                 bool
	cwd, branch, remote string
}

// Copies reports whether a rollout that begins with head may begin with a copy of others.
func Copies(head []byte) bool {
	return bytes.Contains(head, []byte(`"forked_from_id":"`)) && !bytes.Contains(head, []byte(`"forked_from_ordinal`))
}

// follow makes the rows that come those of a thread.
func (d *Dialect) follow(r *stream.Reader, at int) {
	t := d.threads[at]
	d.at, r.Copied = at, at > 0
	r.Session, r.Sub, r.CWD, r.Branch, r.Remote = t.session, t.sub, t.cwd, t.branch, t.remote
}

// enter reads that a turn begins. It is of the youngest thread that had begun by then.
func (d *Dialect) enter(r *stream.Reader, payload []byte) {
	var t struct {
		ID string `json:"turn_id"`
	}
	if json.Unmarshal(payload, &t) != nil || t.ID == d.turn || len(d.threads) == 0 {
		return
	}
	d.turn, d.said, d.begun = t.ID, map[string]int{}, bornAt(t.ID)
	at := slices.IndexFunc(d.threads, func(h thread) bool { return bornAt(h.id).IsZero() || h.id <= t.ID })
	if at = max(at, 0); d.begun.IsZero() {
		at = 0
	}
	if at != d.at {
		d.follow(r, at)
	}
}

// pause is what lies at least between two rows of which the first was copied and the second was not.
const pause = 250 * time.Millisecond

// pass notes when a row was written.
func (d *Dialect) pass(at time.Time) {
	if wait := at.Sub(d.burst); len(d.threads) == 0 || !d.burst.IsZero() && wait >= 0 && wait < pause {
		d.burst = at
	} else {
		d.burst = time.Time{}
	}
}

// says begins a turn of a row that has no id. It is known by its time, which a copy lacks, and by its place in its turn; in
// a file that names no turns, by its place among all that the oldest thread and the forks of it say.
func (d *Dialect) says(r *stream.Reader, role transcript.Role, at time.Time, text string) {
	id, in, begun := "", d.turn, d.begun
	if root := len(d.threads) - 1; in == "" && root >= 0 {
		in = d.threads[root].id
		begun = bornAt(in)
		if d.burst.IsZero() {
			root = 0
		}
		if root != d.at {
			d.follow(r, root)
		}
	}
	nth := strconv.Itoa(int(role)) + text
	if r.Copy = ""; in != "" {
		r.Copy = transcript.IDOf(in, nth, strconv.Itoa(d.said[nth]))
		d.said[nth]++
	}
	if r.Copied {
		id, at = r.Copy, begun
	}
	d.follows(r, role, transcript.IDOf(in, nth, at.String()))
	r.Says(role, id, at, text)
	r.Copy = ""
}

// bornAt returns the time in a UUID of version 7, the zero time for any other word.
func bornAt(id string) time.Time {
	b, err := hex.DecodeString(strings.ReplaceAll(id, "-", ""))
	if err != nil || len(b) != 16 || b[6]>>4 != 7 {
		return time.Time{}
	}
	ms := int64(0)
	for _, x := range b[:6] {
		ms = ms<<8 | int64(x)
	}
	return time.UnixMilli(ms).UTC()
}
