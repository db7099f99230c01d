package before

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// tasksKey identifies the cache of tasks in the form that keep gives it.
const tasksKey = "tasks 1"

// Tasks are the tasks that the logs of a vault have, to be ended by what is said later.
type Tasks struct {
	all  map[string][]*task // by the key of the project, in the order they were said
	over map[string]bool    // the lines that a later one settled
	name daily.Name         // nil leaves the projects as they are in the files
}

// A task is a line that says what is to be done, or only the lines that one settles.
type task struct {
	ref, text, project, repo string
	at                       int64 // seconds since 1970
	deed                     *sentence.Deed
}

// ReadTasks returns the tasks of the logs of a vault. What they have is in the cache, and only a log that changed since is read. One
// that cannot be read has none.
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
	was, now, changed := kept(raw.Dir), map[string][]*task{}, false
	for _, f := range files {
		stem, md := strings.CutSuffix(f.Name, ".md")
		day, err := daily.ParseDate(stem)
		if !md || err != nil {
			continue
		}
		look := fmt.Sprint(f)
		said, known := was[look]
		if !known {
			changed = true
			if said, err = tasksOf(&raw, day); err != nil {
				continue // whoever writes to it says so
			}
		}
		now[look] = said
		for _, one := range said {
			t.put(one)
		}
	}
	if changed || len(now) != len(was) {
		keep(raw.Dir, now)
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
			out = append(out, &task{ref: e.Ref(b), text: b.Text, project: e.Project, repo: e.Repo, at: e.At.Unix()})
		}
		for ref := range strings.FieldsFuncSeq(b.Settles, func(r rune) bool { return r == ',' }) {
			out = append(out, &task{ref: ref})
		}
	}
	return out
}

func (t *Tasks) put(one *task) {
	if one.text == "" {
		t.over[one.ref] = true
		return
	}
	name := one.project
	if t.name != nil {
		name = t.name(&daily.Entry{Project: one.project, Repo: one.repo})
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

// Told are sentences that somebody said in a part of a session of a project.
type Told struct {
	Project string
	At      time.Time
	Lines   []Line // of the session
	Said    []string
}

// Tells reports whether a sentence ends a task.
func (s Told) Tells(t *Tasks) bool {
	return slices.ContainsFunc(s.Ends(t), func(refs string) bool { return refs != "" })
}

// Ends returns for each of the sentences which tasks it says were done, as [daily.Bullet] has them in Settles; "" for none: lines
// of the session itself, and the tasks of the project that were open then; of nil there are none.
func (s Told) Ends(t *Tasks) []string {
	var open []*task
	for _, l := range s.Lines {
		if l.Open() {
			open = append(open, &task{ref: l.Ref, text: l.Text})
		}
	}
	if t != nil && s.Project != "" {
		for _, one := range t.all[wiki.ProjectKey(s.Project)] {
			if !t.over[one.ref] && one.at <= s.At.Unix() {
				open = append(open, one)
			}
		}
	}
	out := make([]string, len(s.Said))
	if len(open) == 0 {
		return out
	}
	tellings := pick.Each(s.Said, sentence.TellingsOf)
	words := sentence.Stems(strings.Join(s.Said, " "), prose.Unknown)
	for _, one := range open {
		if one.deed == nil && sentence.Shared(words, sentence.Stems(one.text, prose.Unknown)) == 0 {
			continue
		} else if one.deed == nil {
			one.deed = new(sentence.DeedOf(one.text))
		}
		finishes := func(r *sentence.Telling) bool { return one.deed.Finishes(r, false) }
		if i := slices.IndexFunc(tellings, func(of []*sentence.Telling) bool { return slices.ContainsFunc(of, finishes) }); i >= 0 {
			out[i] = strings.TrimPrefix(out[i]+","+one.ref, ",")
		}
	}
	return out
}

// kept reads the cache of tasks, by how their logs looked. Of a damaged one nothing is known.
func kept(vault *fsutil.Dir) map[string][]*task {
	data, err := vault.ReadFile(layout.CacheTasks)
	r := pack.Open(data, tasksKey)
	if err != nil || r == nil {
		return nil
	}
	out := map[string][]*task{}
	for range r.Len() {
		tasks := make([]*task, r.Len())
		for i := range tasks {
			tasks[i] = &task{ref: r.String(), text: r.String(), project: r.String(), repo: r.String(), at: r.Int()}
		}
		out[r.String()] = tasks
	}
	return out
}

// keep writes what kept reads. An error is ignored: it only saves time.
func keep(vault *fsutil.Dir, logs map[string][]*task) {
	w := pack.New(tasksKey)
	w.Len(len(logs))
	for _, log := range slices.Sorted(maps.Keys(logs)) {
		w.Len(len(logs[log]))
		for _, t := range logs[log] {
			for _, s := range []string{t.ref, t.text, t.project, t.repo} {
				w.String(s)
			}
			w.Int(t.at)
		}
		w.String(log)
	}
	_, _ = vault.WriteFileNoSync(layout.CacheTasks, w.Bytes(), 0o600)
}
