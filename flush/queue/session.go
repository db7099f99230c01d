package queue

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/redact/pathname"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	jobsDir    = queueDir + "/jobs"
	deadDir    = queueDir + "/dead"
	damagedDir = queueDir + "/damaged"
	jobVersion = layout.JobVersion
)

// skew is how far in the future a note's time may be before it is ignored.
const skew = time.Minute

// A session is what the file names in the queue say about a session.
type session struct {
	key    string
	notes  []noteName
	job    bool // there is a job file: it was begun before
	urgent bool
	once   bool // a note has no time in its name
	turns  int
	oldest int64 // of the times in the names; 0 if there is none
}

func (s *session) add(n noteName) {
	s.notes = append(s.notes, n)
	w, known := n.kind.way()
	s.urgent = s.urgent || w.urgent || !known
	s.once = s.once || n.at == 0
	if n.kind == Turn {
		s.turns++
	}
	if n.at != 0 && (s.oldest == 0 || n.at < s.oldest) {
		s.oldest = n.at
	}
}

// files returns the names of the session's notes.
func (s *session) files() []string {
	var names []string
	for _, n := range s.notes {
		names = append(names, n.file)
	}
	return names
}

// look lists the sessions that have a note or a job, sorted by key.
func (q *Queue) look() ([]*session, error) {
	var all []*session
	names, err := q.list(queueDir)
	if err != nil {
		return nil, err
	}
	for _, name := range names { // sorted, so one session's notes stand together
		n, ok := parseName(name)
		if !ok {
			continue
		}
		if len(all) == 0 || all[len(all)-1].key != n.key {
			all = append(all, &session{key: n.key})
		}
		all[len(all)-1].add(n)
	}
	keys, err := q.keys(jobsDir)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		i, found := slices.BinarySearchFunc(all, key, func(s *session, key string) int { return strings.Compare(s.key, key) })
		if !found {
			all = slices.Insert(all, i, &session{key: key})
		}
		all[i].job = true
	}
	return all, nil
}

// list returns the sorted names in a directory, none if there is no directory.
func (q *Queue) list(dir string) ([]string, error) {
	names, err := q.Dir.ReadNames(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return names, err
}

// keys returns the keys of the job files in a directory.
func (q *Queue) keys(dir string) ([]string, error) {
	names, err := q.list(dir)
	var keys []string
	for _, name := range names {
		if key, ok := strings.CutSuffix(name, noteSuffix); ok && isKey(key) {
			keys = append(keys, key)
		}
	}
	return keys, err
}

// ripe returns the time from which a session that was not begun yet is due: now, if it is.
func (q *Queue) ripe(s *session, now time.Time) time.Time {
	if s.urgent || s.turns > 0 && s.turns >= q.Throttle.Turns {
		return now
	}
	oldest := time.Unix(0, s.oldest)
	if s.once {
		for _, n := range s.notes {
			if n.at != 0 {
				continue
			}
			note, err := q.readNote(n)
			if err != nil {
				return now // beginning the job returns what is wrong
			}
			if s.oldest == 0 || note.At.Before(oldest) {
				s.oldest, oldest = note.At.UnixNano(), note.At
			}
		}
	}
	if oldest.After(now.Add(skew)) { // written by a clock that was wrong, or this one was
		return now
	}
	if at := oldest.Add(q.Throttle.Every); at.After(now) {
		return at
	}
	return now
}

// ready returns the time from which a job that was begun before may be begun again.
func (q *Queue) ready(j Job, now time.Time) time.Time {
	at := now
	if j.Next.After(now) && !j.Next.After(now.Add(maxHint)) { // else a clock was wrong
		at = j.Next
	}
	if l := j.Lease; l != nil && q.Host != "" && l.Host != q.Host && l.Until.After(at) && !l.Until.After(now.Add(leaseSkew)) {
		at = l.Until
	}
	return at
}

// A damagedError says that a file of the queue cannot be parsed.
type damagedError struct {
	name string
	err  error
}

func (e *damagedError) Error() string { return e.name + ": " + e.err.Error() }
func (e *damagedError) Unwrap() error { return e.err }

func (q *Queue) readNote(n noteName) (Note, error) {
	name := queueDir + "/" + n.file
	b, err := q.readSmall(name)
	if err != nil {
		return Note{}, err
	}
	note, err := decodeNote(b)
	switch {
	case err != nil:
	case Key(note.Agent, note.Session) != n.key || note.Kind != n.kind:
		err = errors.New("its name says another session or kind")
	default:
		return note, nil
	}
	return note, &damagedError{name, err}
}

func (q *Queue) readJob(dir, key string) (Job, error) {
	return q.decodeJob(dir+"/"+key+noteSuffix, key)
}

func (q *Queue) decodeJob(name, key string) (Job, error) {
	var j Job
	b, err := q.readSmall(name)
	if err != nil {
		return j, err
	}
	err = fsutil.DecodeState(b, name, jobVersion, &j)
	j.Transcript, j.Dir = pathname.Reveal(j.Transcript, pathname.Hide), pathname.Reveal(j.Dir, pathname.Hide)
	var newer *fsutil.NewerStateError
	switch {
	case errors.As(err, &newer):
		return j, err
	case err != nil:
	case j.ID != key || Key(j.Agent, j.Session) != key:
		err = errors.New("its name says another session")
	default:
		return j, nil
	}
	return j, &damagedError{name, err}
}

// readSmall reads a file and refuses a large one.
func (q *Queue) readSmall(name string) ([]byte, error) {
	info, err := q.Dir.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, &damagedError{name, errors.New("no regular file of a sane size")}
	}
	return q.Dir.ReadFile(name)
}
