package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// WorkerLock is the lock of a vault's one worker.
const WorkerLock = layout.LockWorker

const (
	vaultDir = layout.Folder
	queueDir = layout.Queue
	filePerm = 0o600
	dirPerm  = 0o700
)

// A Throttle says how long turns wait for more turns of their session, so that a conversation is read from time to
// time and not after each answer. With the zero value nothing waits.
type Throttle struct {
	Turns int           // a session is due when so many turns wait,
	Every time.Duration // or the oldest note so long
}

// A Queue is the queue of one vault.
type Queue struct {
	Dir      *fsutil.Dir // required: the vault
	Throttle Throttle

	// Needed by a worker only, not for Put.
	Host        string         // name of this machine
	PID         int            // of this process, for people to read
	MaxAttempts int            // a job that failed so often is buried; 0 means 8
	MaxDeaths   int            // and one that was begun so often without an outcome; 0 means 64
	Rand        func() float64 // in [0,1); nil is a random source of its own
	Warn        func(string)   // is called for each file that was moved aside; may be nil
}

// Put adds a note. Any number of processes may call Put at any time; it takes no lock and does not read other notes. What
// an agent answered is on the disk when Put returns. For other notes a person waits, and after a power cut a scan finds
// what they tell of.
func (q *Queue) Put(n Note) error {
	if err := n.check(); err != nil {
		return fmt.Errorf("queue %s note: %w", n.Kind, err)
	}
	err := q.put(n)
	if errors.Is(err, fs.ErrNotExist) && q.prepare() == nil {
		err = q.put(n)
	}
	if err != nil {
		return fmt.Errorf("queue %s note: %w", n.Kind, err)
	}
	return nil
}

func (q *Queue) put(n Note) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	name := queueDir + "/" + fileOf(n)
	if n.Kind == Scan { // the last scan is the most reliable about the transcript's path
		if err := q.prepare(); err != nil {
			return err
		}
		_, err := q.Dir.WriteFile(name, data, filePerm)
		return err
	}
	err = q.Dir.AddFile(name, data, filePerm, n.Kind == Turn && n.Message != "")
	if w, _ := n.Kind.way(); w.once && errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func fileOf(n Note) string {
	key := Key(n.Agent, n.Session)
	if w, _ := n.Kind.way(); w.once && (!w.each || n.Message == "") {
		return key + "." + string(n.Kind) + noteSuffix
	}
	return uniqueName(key, n.Kind, n.At)
}

func uniqueName(key string, kind Kind, at time.Time) string {
	return fmt.Sprintf("%s.%s.%d-%08x%s", key, kind, max(1, at.UnixNano()), rand.Uint32(), noteSuffix)
}

// prepare creates the queue's directory, but not the vault.
func (q *Queue) prepare() error {
	if _, err := q.Dir.Stat(vaultDir); err != nil {
		return err
	}
	return q.Dir.MkdirAll(queueDir, dirPerm)
}

// Clean removes temporary files that killed processes left an hour or longer ago, and
// returns how many there were.
func (q *Queue) Clean(now time.Time) (int, error) {
	d, err := q.Dir.Sub(queueDir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("clean the queue: %w", err)
	}
	defer d.Close()
	n, err := d.CleanTemp(time.Hour, now)
	if err != nil {
		return n, fmt.Errorf("clean the queue: %w", err)
	}
	return n, nil
}
