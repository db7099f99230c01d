package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// Forget removes the texts of messages for which drop returns true, given whether a person typed it, from the waiting and dead
// jobs of a session; damaged files are removed whole, as is what killed processes left half written. The marks stay, by which rows of the transcript are
// recognized. It returns how many messages there were; with dry nothing changes. The caller holds the worker lock.
func (q *Queue) Forget(agent, session string, drop func(m Message, typed bool) bool, dry bool) (n int, err error) {
	key := Key(agent, session)
	forget := func(name string, isJob bool) {
		if err == nil {
			var k int
			k, err = q.forgetIn(name, isJob, drop, dry)
			n += k
		}
	}
	names, err := q.list(queueDir)
	for _, name := range names {
		if file, ok := parseName(name); ok && file.key == key {
			forget(queueDir+"/"+name, file.kind == kindRetry)
		}
	}
	forget(jobsDir+"/"+key+noteSuffix, true)
	forget(deadDir+"/"+key+noteSuffix, true)
	if err == nil {
		names, err = q.list(damagedDir)
	}
	for _, name := range names {
		if err == nil && strings.HasPrefix(name, key) {
			n++
			err = q.forgetWhole(damagedDir+"/"+name, dry)
		}
	}
	for _, dir := range []string{queueDir, jobsDir, deadDir} {
		if err == nil && !dry {
			if _, err = q.Dir.CleanTempOf(dir); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
	}
	if err != nil {
		return n, fmt.Errorf("forget in the queue: %w", err)
	}
	return n, nil
}

func (q *Queue) forgetWhole(name string, dry bool) error {
	if dry {
		return nil
	}
	return q.Dir.RemoveAllOf(path.Dir(name), []string{path.Base(name)})
}

// forgetIn removes messages from a note or a job, which need not exist, and returns how many there were.
func (q *Queue) forgetIn(name string, isJob bool, drop func(Message, bool) bool, dry bool) (n int, err error) {
	data, err := q.Dir.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var job struct {
		Version int `json:"version"`
		Job
	}
	var note Note
	var whole any = &note
	if isJob {
		whole = &job
	}
	if json.Unmarshal(data, whole) != nil { // Next would move it aside
		return 1, q.forgetWhole(name, dry)
	}
	if job.Version > jobVersion {
		return 0, &fsutil.NewerStateError{Name: name, Version: job.Version, Supported: jobVersion}
	}
	take := func(text *string, mark string, at time.Time, typed bool) {
		if *text != "" && drop(Message{*text, mark, at}, typed) {
			*text = ""
			n++
		}
	}
	take(&note.Message, note.Mark, note.At, note.Kind == Prompt)
	for i := range job.Messages {
		m := &job.Messages[i]
		take(&m.Text, m.Mark, m.At, false)
	}
	for i := range job.Prompts {
		m := &job.Prompts[i]
		take(&m.Text, m.Mark, m.At, true)
	}
	if n == 0 || dry {
		return n, nil
	}
	if data, err = json.Marshal(whole); err == nil {
		_, err = q.Dir.WriteFile(name, data, filePerm)
	}
	return n, err
}
