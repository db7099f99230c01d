package complete

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/lines"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
)

const (
	most      = 100 // sessions offered at most
	mostLogs  = 200 // logs read at most for one word, newest first: a person waits
	mostAbout = 60  // characters of what a session was about
)

// names looks names up in the vault of a command line. Whatever cannot be read has no names: nobody wants an error
// while typing.
type names struct {
	app *command.App
	v   *workspace.Vault
}

func (n *names) vault() *workspace.Vault {
	if n.v == nil {
		path, err := n.app.Finder().Locate(n.app.Vault)
		if err != nil {
			return nil
		}
		n.v, _ = n.app.Machine().Open(path)
	}
	return n.v
}

func (n *names) close() {
	if n.v != nil {
		n.v.Dir.Close()
	}
}

// pages lists the articles by the names of their files, which are read nowhere.
func pages(n *names, begun string) (out []string) {
	v := n.vault()
	if v == nil {
		return nil
	}
	_ = fs.WalkDir(v.Dir.FS(), v.Wiki().Folder(), func(file string, e fs.DirEntry, err error) error {
		switch name, md := strings.CutSuffix(path.Base(file), ".md"); {
		case err != nil && e == nil:
			return err
		case err != nil, strings.HasPrefix(name, ".") && e.IsDir():
			return fs.SkipDir
		case md && !strings.HasPrefix(name, ".") && strings.HasPrefix(name, begun):
			out = append(out, name)
		}
		return nil
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// days lists the days that have a log, the latest first.
func days(n *names, begun string) (out []string) {
	dates, _ := n.dates()
	for _, d := range slices.Backward(dates) {
		if day := d.Day().String(); strings.HasPrefix(day, begun) && !slices.Contains(out[max(0, len(out)-1):], day) {
			out = append(out, day)
		}
	}
	return out
}

func (n *names) dates() ([]daily.Date, *daily.Store) {
	v := n.vault()
	if v == nil {
		return nil, nil
	}
	store := v.Daily()
	dates, _, err := store.Dates()
	if err != nil {
		return nil, nil
	}
	return dates, store
}

// projects lists the names of the projects.
func projects(n *names, begun string) (out []string) {
	v := n.vault()
	if v == nil {
		return nil
	}
	book, err := v.Projects()
	if err != nil {
		return nil
	}
	for _, p := range book.Projects() {
		if strings.HasPrefix(p.Name, begun) {
			out = append(out, p.Name)
		}
	}
	return slices.Compact(out)
}

// sessions lists the sessions of the logs, the latest first, with their day and what they were about.
func sessions(n *names, begun string) []string {
	return n.logged(begun, func(e *daily.Dated) string { return e.Session })
}

// logged lists a name of each entry.
func (n *names) logged(begun string, name func(*daily.Dated) string) (out []string) {
	dates, store := n.dates()
	seen := map[string]bool{}
	for _, d := range slices.Backward(dates[max(0, len(dates)-mostLogs):]) {
		log, err := store.Read(d)
		if err != nil {
			continue
		}
		for i := range slices.Backward(log.Entries) {
			e := &log.Entries[i]
			s := name(e)
			if e.Hand || e.Redone || s == "" || seen[s] || !strings.HasPrefix(s, begun) {
				continue
			}
			seen[s] = true
			if out = append(out, s+"\t"+d.Day().String()+" "+say.Clip(say.Printable(e.Title), mostAbout)); len(out) == most {
				return out
			}
		}
	}
	return out
}

// tasks lists the ids of the tasks that are open, or that are not any more, the latest first, with what they say.
func tasks(open bool) source {
	return func(n *names, begun string) (out []string) {
		v := n.vault()
		if v == nil {
			return nil
		}
		all, err := (&lines.Handler{Vault: v, Dir: n.app.Dir}).List(context.Background(), lines.Asked{Kind: daily.Action, Past: !open})
		if err != nil {
			return nil
		}
		for _, l := range all.Lines {
			if l.Holds() == open && strings.HasPrefix(l.ID, begun) && len(out) < most {
				out = append(out, l.ID+"\t"+say.Clip(say.Printable(l.Text), mostAbout))
			}
		}
		return out
	}
}

// jobs lists the ids of the jobs in the queue, with the agent that each is of.
func jobs(n *names, begun string) (out []string) {
	v := n.vault()
	if v == nil {
		return nil
	}
	all, err := v.Queue(nil).List(n.app.Now())
	if err != nil {
		return nil
	}
	for _, j := range all {
		if strings.HasPrefix(j.ID, begun) {
			out = append(out, j.ID+"\t"+say.Printable(j.Agent))
		}
	}
	return out
}
