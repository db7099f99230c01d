package before

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
)

// Tasks are the tasks that the logs of a vault have, to be ended by what is said later.
type Tasks struct {
	all  map[string][]*task // by the key of the project, in the order they were said
	over map[string]bool    // the lines that a later one settled
	name daily.Name         // nil leaves the projects as they are in the files
}

// A task is a line that says what is to be done, or only the lines that one settles.
type task struct {
	Ref, Text, Project, Repo string `json:",omitempty"`
	At                       int64  `json:",omitempty"` // seconds since 1970
	deed                     *sentence.Deed
}

// ReadTasks returns the tasks of the logs of a vault. What they have is in the cache, and only a log that changed since is read.
func ReadTasks(store *daily.Store) (*Tasks, error) {
	t := &Tasks{all: map[string][]*task{}, over: map[string]bool{}}
	if store.Name != nil {
		name, err := store.Name()
		if err != nil {
			return nil, err
		}
		t.name = name
	}
	raw := *store
	raw.Name = nil // a project may be called otherwise tomorrow
	files, err := raw.Dir.Stamps(raw.Folder.Folder(), func(string, fs.FileMode) bool { return true })
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	} else if err != nil {
		return nil, fmt.Errorf("list the day logs: %w", err)
	}
	was, now, changed := kept(raw.Dir), []cached(nil), false
	for _, f := range files {
		stem, md := strings.CutSuffix(f.Name, ".md")
		day, err := daily.ParseDate(stem)
		if !md || err != nil {
			continue
		}
		said, known := was[f]
		if !known {
			changed = true
			if said, err = tasksOf(&raw, day); err != nil {
				return nil, err
			}
		}
		now = append(now, cached{f, said})
		for _, one := range said {
			t.put(one)
		}
	}
	if changed || len(now) != len(was) {
		if data, err := json.Marshal(now); err == nil {
			_, _ = raw.Dir.WriteFileNoSync(layout.CacheTasks, data, 0o600) // else they are read again
		}
	}
	return t, nil
}

// tasksOf reads the tasks of a log, and the lines that it settles.
func tasksOf(store *daily.Store, day daily.Date) (out []*task, err error) {
	src, err := store.Dir.ReadFile(store.Folder.Path(day.String()))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Contains(src, []byte("[ ]")) && !bytes.Contains(src, []byte(" settles=")) {
		return nil, nil
	}
	log, err := store.Read(day)
	if err != nil {
		return nil, err
	}
	for i := range log.Entries {
		out = append(out, tasksIn(&log.Entries[i])...)
	}
	return out, nil
}

func tasksIn(e *daily.Dated) (out []*task) {
	for _, b := range e.Bullets {
		if (Line{Bullet: b}).Open() && e.Project != "" {
			out = append(out, &task{Ref: e.Ref(b), Text: b.Text, Project: e.Project, Repo: e.Repo, At: e.At.Unix()})
		}
		for ref := range strings.FieldsFuncSeq(b.Settles, func(r rune) bool { return r == ',' }) {
			out = append(out, &task{Ref: ref})
		}
	}
	return out
}

func (t *Tasks) put(one *task) {
	if one.Text == "" {
		t.over[one.Ref] = true
		return
	}
	name := one.Project
	if t.name != nil {
		name = t.name(&daily.Entry{Project: one.Project, Repo: one.Repo})
	}
	key := wiki.ProjectKey(name)
	t.all[key] = append(t.all[key], one)
}

// Add adds the tasks of entries that were written since.
func (t *Tasks) Add(entries []daily.Entry, zone *time.Location) {
	for _, e := range entries {
		if d, err := daily.Read(e, zone); err == nil {
			for _, one := range tasksIn(&d) {
				t.put(one)
			}
		}
	}
}

// Ends returns for each of some sentences, said at a time in a session of a project, which tasks it says were done, as
// [daily.Bullet] has them in Settles; "" for none. Asked about are lines of the session itself, and the tasks of the project
// that were open then; of nil there are none.
func (t *Tasks) Ends(project string, at time.Time, lines []Line, said []string) []string {
	var open []*task
	for _, l := range lines {
		if l.Open() {
			open = append(open, &task{Ref: l.Ref, Text: l.Text})
		}
	}
	if t != nil && project != "" {
		for _, one := range t.all[wiki.ProjectKey(project)] {
			if !t.over[one.Ref] && one.At <= at.Unix() {
				open = append(open, one)
			}
		}
	}
	out := make([]string, len(said))
	if len(open) == 0 {
		return out
	}
	tellings := pick.Each(said, sentence.TellingsOf)
	for _, one := range open {
		if one.deed == nil {
			one.deed = new(sentence.DeedOf(one.Text))
		}
		finishes := func(r *sentence.Telling) bool { return one.deed.Finishes(r, false) }
		if i := slices.IndexFunc(tellings, func(of []*sentence.Telling) bool { return slices.ContainsFunc(of, finishes) }); i >= 0 {
			out[i] = strings.TrimPrefix(out[i]+","+one.Ref, ",")
		}
	}
	return out
}

// A cached log is what the cache has of one.
type cached struct {
	Log   fsutil.Stamped
	Tasks []*task
}

// kept reads the cache of tasks. Of a damaged one nothing is known.
func kept(vault *fsutil.Dir) map[fsutil.Stamped][]*task {
	var logs []cached
	if data, err := vault.ReadFile(layout.CacheTasks); err != nil || json.Unmarshal(data, &logs) != nil {
		return nil
	}
	out := map[fsutil.Stamped][]*task{}
	for _, l := range logs {
		out[l.Log] = l.Tasks
	}
	return out
}
