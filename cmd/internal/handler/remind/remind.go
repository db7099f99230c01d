// Package remind chooses what a session is told: when it begins, by its project (remind.go), and about a prompt
// (answer.go).
package remind

import (
	"cmp"
	"context"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// Builder returns a builder of the briefs of a vault's projects.
func Builder(ctx context.Context, v *workspace.Vault) (*brief.Builder, error) {
	view, err := v.View(ctx)
	if err != nil {
		return nil, err
	}
	b, err := BuilderOf(v, view)
	if err != nil {
		return nil, err
	}
	if _, err := v.Dir.Stat(index.VaultName); err == nil { // to make one takes too long here
		b.Mentions = func(project string, _ map[string]bool) []string {
			x, err := v.Search().OpenKept(ctx)
			if err != nil {
				return nil
			}
			defer x.Close()
			return brief.Mentions(ctx, x, project, nil, nil)
		}
	}
	return b, nil
}

// BuilderOf is Builder with what was read already and without an index.
func BuilderOf(v *workspace.Vault, view *workspace.View) (*brief.Builder, error) {
	placed, err := v.Compiler().Placed(view.Logs)
	if err != nil {
		return nil, err
	}
	book, err := receipt.Load(v.Dir)
	if err != nil {
		v.Log().Printf("context", "%v", err) // then nothing counts as unused
	}
	projects, err := v.Projects()
	if err != nil {
		return nil, err
	}
	config, reader := []string{layout.Config}, v.Reader()
	if reader != nil {
		config = append(config, layout.Trusted, layout.Accepted)
	}
	return &brief.Builder{
		Apart: projects.Namesakes,
		Dir:   v.Dir, Wiki: view.Wiki, Logs: view.Logs, Record: view.Holds, Config: config, Reader: reader,
		Clean:  v.Clean(),
		Placed: placed,
		Unused: func(id string) bool { return book.Unused(id, receipt.UnusedIn) },
	}, nil
}

// A Request describes the session that notes are chosen for.
type Request struct {
	Dir     string // where the session works
	Project string // "" for that of Dir
	Branch  string // "" for that of Dir
	Source  string // why it begins: startup, resume, clear or compact
	Session string // its id, for what it said itself; "" for none
	Agent   string // whose it is; "" is Claude Code
	Files   []string
	Max     int // characters; 0 for what the settings allow
}

// Notes are what a session is told: the output of memoria context --json.
type Notes struct {
	Project    string   `json:"project"`
	Branch     string   `json:"branch"`
	Withheld   string   `json:"withheld,omitempty"` // why nothing is said here
	Text       string   `json:"text"`
	Characters int      `json:"characters"`
	Notes      []Note   `json:"notes"`
	Left       int      `json:"left_out"`
	Read       int      `json:"read_elsewhere"` // notes that stand in files which the session reads
	Files      []string `json:"published_in"`   // these files
}

// A Note is one item that a session is told.
type Note struct {
	Section string   `json:"section"`
	Kind    string   `json:"kind"`
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Cites   []string `json:"cites"`
	Why     string   `json:"why"`
	Rank    int      `json:"rank"`
}

// For chooses what a session is told when it begins.
func For(ctx context.Context, v *workspace.Vault, r Request) (out Notes, err error) {
	place, withheld := v.Place(r.Dir)
	if r.Project != "" {
		if place.Project, err = v.Called(r.Project); err != nil {
			return out, err
		}
		withheld = ""
	}
	out = Notes{Project: place.Project, Branch: prepared.Branch(place.Head), Withheld: withheld, Notes: []Note{}, Files: []string{}}
	if r.Branch != "" {
		out.Branch = r.Branch
	}
	if r.Max == 0 {
		r.Max = v.Config.Context
	}
	if place.Project == "" {
		return out, nil
	}
	b, err := Builder(ctx, v)
	if err != nil {
		return out, err
	}
	there := place.Elsewhere(v.Dir, cmp.Or(r.Agent, claude.Name))
	if len(r.Files) == 0 && r.Project == "" {
		r.Files = agent.Lately(r.Dir, v.Now())
	}
	c := b.Build(place.Project).Choose(prepared.Ask{Vault: v.Path(), Session: r.Session, Source: r.Source, Branch: out.Branch, Files: r.Files, Max: r.Max, Elsewhere: there})
	out.Text, out.Characters, out.Left = c.Text, utf8.RuneCountInString(c.Text), c.Left
	out.Read, out.Files = c.Read, say.List(there.Files)
	for _, it := range c.Items {
		out.Notes = append(out.Notes, Note{it.Section.String(), it.Kind, it.ID, it.Text, say.List(it.Cites), it.Why, it.Rank})
	}
	return out, nil
}

// Brief returns the brief of a project, "" for the project of the folder dir, as an agent reads it.
func Brief(ctx context.Context, v *workspace.Vault, project, dir string) (string, error) {
	place, withheld := v.Place(dir)
	if project == "" && withheld == "" {
		project = place.Project
	}
	project, err := v.Called(project)
	if project == "" || err != nil {
		return "", err
	}
	b, err := Builder(ctx, v)
	if err != nil {
		return "", err
	}
	return b.Build(project).Choose(prepared.Ask{Vault: v.Path(), Source: "startup", Branch: prepared.Branch(place.Head), Max: v.Config.Context}).Text, nil
}
