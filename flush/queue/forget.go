package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A keptFile is a file of the queue that holds words of a session.
type keptFile struct {
	name string
	as   byte // what is in it: asNote, asJob or asDamaged
}

const (
	asNote byte = iota
	asJob
	asDamaged // what it says cannot be told
)

// Forget takes the words of an agent's messages out of what waits, or is dead, of a session, where
// drop says so of them; what is damaged goes whole. Their marks stay, by which the transcript's rows
// are known. It returns how many there were; with dry they stay. The caller holds the worker lock.
func (q *Queue) Forget(agent, session string, drop func(text string) bool, dry bool) (n int, err error) {
	files, err := q.filesOf(Key(agent, session))
	for _, f := range files {
		if err == nil {
			var k int
			k, err = q.forgetIn(f, drop, dry)
			n += k
		}
	}
	if err != nil {
		return n, fmt.Errorf("forget in the queue: %w", err)
	}
	return n, nil
}

// filesOf lists the files of a session. Those of its jobs need not be there.
func (q *Queue) filesOf(key string) (files []keptFile, err error) {
	names, err := q.list(queueDir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if n, ok := parseName(name); ok && n.key == key {
			f := keptFile{queueDir + "/" + name, asNote}
			if n.kind == kindRetry {
				f.as = asJob
			}
			files = append(files, f)
		}
	}
	for _, dir := range [...]string{jobsDir, deadDir} {
		files = append(files, keptFile{dir + "/" + key + noteSuffix, asJob})
	}
	names, err = q.list(damagedDir)
	for _, name := range names {
		if strings.HasPrefix(name, key) {
			files = append(files, keptFile{damagedDir + "/" + name, asDamaged})
		}
	}
	return files, err
}

// forgetIn takes messages out of one file, and returns how many there were.
func (q *Queue) forgetIn(f keptFile, drop func(string) bool, dry bool) (n int, err error) {
	data, err := q.Dir.ReadFile(f.name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil && f.as != asDamaged {
		return 0, err
	}
	take := func(text *string) {
		if *text != "" && drop(*text) {
			*text = ""
			n++
		}
	}
	var job struct {
		Version int `json:"version"`
		Job
	}
	var note Note
	var whole any = &note
	if f.as == asJob {
		whole = &job
	}
	if f.as == asDamaged || json.Unmarshal(data, whole) != nil { // Next would move it aside
		if dry {
			return 1, nil
		}
		return 1, q.Dir.RemoveAllOf(path.Dir(f.name), []string{path.Base(f.name)})
	}
	if job.Version > jobVersion {
		return 0, &fsutil.NewerStateError{Name: f.name, Version: job.Version, Supported: jobVersion}
	}
	take(&note.Message)
	for i := range job.Messages {
		take(&job.Messages[i].Text)
	}
	if n == 0 || dry {
		return n, nil
	}
	if data, err = json.Marshal(whole); err == nil {
		_, err = q.Dir.WriteFile(f.name, data, filePerm)
	}
	return n, err
}
