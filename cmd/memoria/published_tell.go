package main

import (
	"errors"
	"io/fs"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// A publishedFile is a file that a block of notes stands in, as status tells of it.
type publishedFile struct {
	File    string `json:"file"`
	Project string `json:"project"`
}

// publishedFiles are the files with a block, as far as that can be told.
func (a *app) publishedFiles(v *vault.Vault) []publishedFile {
	out := []publishedFile{}
	all, err := a.publications(v)
	if err != nil {
		return out
	}
	for _, p := range all.Blocks {
		out = append(out, publishedFile{p.Path(), p.Project})
	}
	return out
}

func (a *app) tellPublishedFiles(list []publishedFile) {
	for _, p := range list {
		a.ui.Print("published %s in %s; hooks leave out what a session reads there", printable(p.Project), printable(p.File))
	}
}

// published looks whether what was published is where it was put.
func (x *exam) published() {
	all, err := x.publications(x.v)
	if err != nil {
		x.unknown("published", "", "%v", err)
		return
	}
	for _, p := range all.Blocks {
		mend := "memoria publish claude --project " + vault.Quote(p.Dir) + " --file " + vault.Quote(p.Name)
		dir, src, err := x.openNotes(p)
		if err == nil {
			dir.Close()
			_, there, e := claude.Unpublish(src)
			if err = e; e == nil && !there {
				err = fs.ErrNotExist
			}
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			x.warn("published", mend, "the notes of %s are not in %s any more: somebody took them out", p.Project, p.Path())
		case err != nil:
			x.warn("published", mend, "%s: %v", p.Path(), err)
		default:
			x.ok("published", "%s holds notes of %s, which hooks do not say again", p.Path(), p.Project)
		}
	}
}
