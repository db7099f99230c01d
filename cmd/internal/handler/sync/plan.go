package sync

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/share"
)

// A SetupPlan says what a Setup will do: the output of memoria sync --setup --dry-run --json.
type SetupPlan struct {
	Vault   string `json:"vault"`
	Git     bool   `json:"git"`  // else a file sync carries it
	Init    bool   `json:"init"` // a repository is made
	Remote  string `json:"remote,omitempty"`
	URL     string `json:"url,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Machine string `json:"machine"`
	Asked   string `json:"asked,omitempty"` // what it was to be called, where another machine is
	Who     string `json:"who"`
	Joins   bool   `json:"joins"` // a vault of another past is on the remote

	Obeys  []accept.Wait `json:"obeys,omitempty"` // settings and templates of the clone, or of the vault on the remote, which hold here from then on
	Sends  []Portion     `json:"sends"`           // what the vault holds, by project, if the remote has none of it
	Share  *share.Plan   `json:"share"`
	Edits  []string      `json:"edits"`  // files of the vault that are written beside these
	Driver bool          `json:"driver"` // git's settings of this clone learn how to merge

	Default bool `json:"default,omitempty"` // it becomes the person's default vault
}

// Empty reports whether there is nothing to do.
func (p *SetupPlan) Empty() bool {
	return p.Share.ID != "" && p.Share.Empty() && len(p.Edits) == 0 && !p.Init && !p.Driver && !p.Joins && !p.Default && len(p.Obeys) == 0
}

// Taken says that another machine has the name that was asked for, "" if none has.
func (p *SetupPlan) Taken() string {
	if p.Asked == "" {
		return ""
	}
	return ": another machine is called " + p.Asked
}

// Lines tells the plan to a person.
func (p *SetupPlan) Lines() []string {
	way := "a file sync"
	if p.Git {
		way = "git"
	}
	out := []string{"Share the vault " + p.Vault + " with your other machines by " + way + ":"}
	add := func(what, format string, args ...any) {
		out = append(out, fmt.Sprintf("  %-9s %s", what, say.Printable(fmt.Sprintf(format, args...))))
	}
	add("machine", "%s, of %s%s", p.Machine, p.Who, p.Taken())
	if p.Git {
		switch {
		case p.URL == "":
			add("remote", "none: commits stay here until there is one")
		case p.Joins:
			add("remote", "%s, branch %s, which holds a vault: both become one", p.URL, p.Branch)
		default:
			add("remote", "%s, branch %s", p.URL, p.Branch)
		}
		if p.Init {
			add("makes", "a git repository of the vault")
		}
	}
	for _, line := range accept.Lines(p.Obeys) {
		add("obeys", "%s", strings.TrimPrefix(line, "+ "))
	}
	for _, s := range p.Sends {
		add("shares", "%s", s)
	}
	edits := slices.Concat(p.Share.Edits, p.Edits)
	slices.Sort(edits)
	if edits = slices.Compact(edits); len(edits) > 0 {
		add("writes", "%s", strings.Join(edits, ", "))
	}
	if p.Share.ID == "" {
		add("writes", "the property memoria: into the articles that memoria wrote")
	}
	if n := len(p.Share.Moves); n > 0 {
		add("moves", "%s of this machine's own state (%s) out of the vault", say.Count(n, "file"), say.Bytes(p.Share.Bytes))
	}
	if p.Driver {
		add("git", "merges day logs and articles by memoria merge-driver, in this clone")
	}
	if p.Default {
		add("becomes", "your default vault")
	}
	return out
}
