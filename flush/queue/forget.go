package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// Forget takes the words of an agent's messages out of what waits, or is dead, of a session, where
// drop says so of them; what is damaged goes whole. Their marks stay, by which the transcript's rows
// are known. It returns how many there were; with dry they stay. The caller holds the worker lock.
func (q *Queue) Forget(agent, session string, drop func(text string) bool, dry bool) (n int, err error) {
	key := Key(agent, session)
	names, err := q.list(queueDir)
	for _, name := range names {
		if err != nil {
			break
		}
		if parsed, ok := parseName(name); ok && parsed.key == key {
			var k int
			k, err = q.forgetIn(queueDir+"/"+name, parsed.kind == kindRetry, drop, dry)
			n += k
		}
	}
	for _, dir := range [...]string{jobsDir, deadDir} {
		if err == nil {
			var k int
			k, err = q.forgetIn(dir+"/"+key+noteSuffix, true, drop, dry)
			n += k
		}
	}
	if err == nil {
		var k int
		k, err = q.forgetDamaged(key, dry)
		n += k
	}
	if err != nil {
		return n, fmt.Errorf("forget in the queue: %w", err)
	}
	return n, nil
}

// forgetIn takes messages out of one file: a job, or else a note.
func (q *Queue) forgetIn(name string, job bool, drop func(string) bool, dry bool) (n int, err error) {
	data, err := q.Dir.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	take := func(text *string) {
		if *text != "" && drop(*text) {
			*text = ""
			n++
		}
	}
	var whole any
	if job {
		var j struct {
			Version int `json:"version"`
			Job
		}
		if err = json.Unmarshal(data, &j); err == nil && j.Version > jobVersion {
			return 0, &fsutil.NewerStateError{Name: name, Version: j.Version, Supported: jobVersion}
		} else if err == nil {
			for i := range j.Messages {
				take(&j.Messages[i].Text)
			}
		}
		whole = j
	} else {
		var note Note
		if err = json.Unmarshal(data, &note); err == nil {
			take(&note.Message)
		}
		whole = note
	}
	if err != nil { // Next would move it aside
		return 1, q.forgetFile(name, dry)
	}
	if n == 0 || dry {
		return n, nil
	}
	if data, err = json.Marshal(whole); err == nil {
		_, err = q.Dir.WriteFile(name, data, filePerm)
	}
	return n, err
}

// forgetDamaged removes the files of a session that were moved aside: what they say cannot be told.
func (q *Queue) forgetDamaged(key string, dry bool) (n int, err error) {
	names, err := q.list(damagedDir)
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		if !strings.HasPrefix(name, key) {
			continue
		}
		n++
		if err := q.forgetFile(damagedDir+"/"+name, dry); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (q *Queue) forgetFile(name string, dry bool) error {
	if dry {
		return nil
	}
	if err := q.Dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
