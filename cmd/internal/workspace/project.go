package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/project"
)

// Projects returns the book of projects. Where there is none yet, it is learned from the logs.
func (v *Vault) Projects() (*project.Book, error) {
	b, err := project.Read(v.Dir, v.Machine.Git(), v.Now())
	if err != nil || !b.New {
		return b, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.learned == nil {
		if err := v.learn(b); err != nil {
			return nil, err
		}
		v.learned = b
	}
	return v.learned, nil
}

// projects is Projects for what cannot fail; a book that cannot be read fails what writes.
func (v *Vault) projects() *project.Book {
	b, err := v.Projects()
	if err != nil {
		return &project.Book{Disk: v.Machine.Git()}
	}
	return b
}

// learn adds to a book what the logs say.
func (v *Vault) learn(b *project.Book) error {
	store := v.Daily()
	store.Name = nil
	logs, _, err := store.Logs(context.Background())
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	var entries []daily.Entry
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; !e.Hand {
				entries = append(entries, e.Entry)
			}
		}
	}
	b.Learn(entries, func(agent, session string) string {
		r, err := v.Ledger().Get(agent, session, v.Now())
		if err != nil {
			return ""
		}
		return FolderOf(&r)
	})
	return nil
}

// FolderOf returns the folder that a session worked in last, "" if its record does not say.
func FolderOf(r *ledger.Record) string {
	for i := range slices.Backward(r.Files) {
		if c := r.Files[i].Cursor; c != nil && c.Place.Root != "" {
			return c.Place.Root
		}
	}
	return ""
}

// UpdateProjects changes the book of projects, which is then written.
func (v *Vault) UpdateProjects(ctx context.Context, change func(*project.Book) error) error {
	return project.Update(ctx, v.Dir, v.Machine.Git(), v.Now(), func(b *project.Book) error {
		if b.New {
			if err := v.learn(b); err != nil {
				return err
			}
		}
		return change(b)
	})
}

// KeepProjects writes the book of projects where there is none, so that it need not be learned from the logs each time, and
// tells the other machines of a shared vault what they do not know of it.
func (v *Vault) KeepProjects(ctx context.Context) error {
	b, err := v.Projects()
	if err != nil || len(b.Projects()) == 0 || !b.New && !v.Shared() {
		return err
	}
	return v.UpdateProjects(ctx, func(*project.Book) error { return nil })
}

// Name returns what the projects of entries are called.
func (v *Vault) Name() (daily.Name, error) {
	b, err := v.Projects()
	if err != nil {
		return nil, err
	}
	return b.Name, nil
}

// Called returns what the project is called that is or was called so; the name itself, if none is.
func (v *Vault) Called(name string) (string, error) {
	b, err := v.Projects()
	if err != nil {
		return "", err
	}
	if p := b.Named(name); p != nil {
		return p.Name, nil
	}
	return name, nil
}

// project returns what the project is called that is or was called name, and the others of its name.
func (v *Vault) project(name string) (is string, apart []string) {
	b := v.projects()
	if p := b.Named(name); p != nil {
		name = p.Name
	}
	return name, b.Namesakes(name)
}

// Apart returns the other projects of the name of that of a folder. Nothing of them is told there unless it is asked for.
func (v *Vault) Apart(dir string) []string {
	rules := v.Filter()
	if name := rules.PlaceOf(dir).Name; name != "" {
		return rules.Projects.Namesakes(name)
	}
	return nil
}

// AskedIn is Asked, where "." is the project of the folder.
func (v *Vault) AskedIn(project, dir string) (is string, without []string, err error) {
	if project != "." {
		return v.Asked(project, dir)
	}
	rules := v.Filter()
	if is = rules.PlaceOf(dir).Name; is == "" {
		err = fmt.Errorf("%s is no project's folder", dir)
	}
	return is, nil, err
}

// Asked returns what the project is called that somebody asks for in a folder; of all, which are not told there.
func (v *Vault) Asked(project, dir string) (is string, without []string, err error) {
	if project == "" {
		return "", v.Apart(dir), nil
	}
	is, err = v.Called(project)
	return is, nil, err
}
