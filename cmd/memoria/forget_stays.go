package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	whyHand       = "in your own words"
	whySays       = "says the same"
	whyStuck      = "it could not be taken out of there"
	whyDoubt      = "cites a log that is gone, so that nothing tells whether it says this"
	whyAway       = "not there now: should it come back, what is forgotten stays out of the articles, and memoria forget --again takes it out"
	whyTranscript = "the agent's own transcript, which memoria never touches"
	whyGit        = "a repository: what was committed is in its history"
	whySite       = "a site that shows it until memoria build has written it again"

	longestFile = 32 << 20 // that is looked through for words
)

// transcripts are the agent's own files of what is forgotten, as far as they are still there.
func (x *oblivion) transcripts(kept flush.Forgone) {
	paths := slices.Compact(slices.Sorted(slices.Values(kept.Transcripts)))
	for _, p := range paths {
		if workspace.IsFile(p) {
			x.rest = append(x.rest, stay{Path: p, Why: whyTranscript})
		}
	}
	if root, ok := (&git.Finder{Home: x.Home}).Repository(x.v.Path()); ok {
		x.rest = append(x.rest, stay{Path: root, Why: whyGit})
	}
}

// untold tells of entries whose turns in the archive may say a line in other words.
func (x *oblivion) untold(ask *flush.Forget) {
	seen := map[string]bool{}
	for _, l := range ask.Lines {
		if l.Untold > 0 && !seen[l.Of.ID] {
			seen[l.Of.ID] = true
			x.rest = append(x.rest, stay{Path: layout.Archive, Why: "which of the " + count(l.Untold, "turn") + " of entry " + l.Of.ID +
				" said it cannot be told; memoria forget " + l.Of.ID + " takes them all"})
		}
	}
}

// stays finds what goes on saying it: lines in a person's own words, and the same words elsewhere.
// done says that it was forgotten; else all is looked at as it is going to be.
func (x *oblivion) stays(ctx context.Context, done bool) error {
	x.rest = slices.DeleteFunc(x.rest, func(s stay) bool {
		return s.Why == whyHand || s.Why == whySays || s.Why == whyStuck || s.Why == whyMemory || s.Why == whyUnlooked || s.Why == whySite || strings.HasPrefix(s.Why, whyDoubt)
	})
	held, err := x.v.Compiler().Holdings(ctx, x.forgetting())
	if err != nil {
		return err
	}
	var places []stay
	for _, h := range held {
		for _, n := range h.Left {
			places = append(places, stay{h.Path, n, whyHand})
		}
		if done && h.Lines > len(h.Left) {
			places = append(places, stay{h.Path, 0, whyStuck})
		}
	}
	for _, d := range x.doubts {
		if x.there(d.Path) {
			places = append(places, stay{d.Path, d.Line, whyDoubt + ": memoria forget " + vault.Quote(d.Cite) + " takes it out"})
		}
	}
	said, err := x.walk(ctx, done)
	for _, s := range said {
		if !slices.ContainsFunc(places, func(o stay) bool { return o.Path == s.Path && o.Line == s.Line }) {
			places = append(places, s)
		}
	}
	x.rest = slices.Concat(places, x.remembered(ctx, wording.LinesOf(x.texts)), x.rest)
	return err
}

func (x *oblivion) there(name string) bool {
	_, err := x.v.Dir.Lstat(name)
	return err == nil
}

// walk looks through the vault for the words. What follows from the articles is told of only if none of
// them says it.
func (x *oblivion) walk(ctx context.Context, done bool) (places []stay, err error) {
	words := wording.LinesOf(x.texts)
	if len(words) == 0 {
		return nil, nil
	}
	var derived []stay
	pages, shown := false, false
	site := x.v.Config.Site.Folder()
	err = fs.WalkDir(x.v.Dir.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // what cannot be read says nothing
		case e.IsDir() && (e.Name() == ".git" || name == layout.Folder+"/lock"):
			return fs.SkipDir
		case !e.Type().IsRegular() || fsutil.IsTemp(name):
			return nil
		}
		if strings.HasPrefix(name, site+"/") { // each page's Markdown lies beside it, in the words of the vault
			if !shown && path.Ext(name) == ".md" && len(x.saying(name, words, done)) > 0 {
				shown = true
				places = append(places, stay{Path: site, Why: whySite})
			}
			return nil
		}
		follows := x.code(name) || strings.HasPrefix(name, layout.State+"/compile")
		if follows && !done {
			return nil
		}
		for _, n := range x.saying(name, words, done) {
			if follows {
				derived = append(derived, stay{name, n, whySays})
				continue
			}
			pages = pages || strings.HasPrefix(name, x.v.Config.Wiki+"/")
			places = append(places, stay{name, n, whySays})
		}
		return nil
	})
	if !pages {
		places = append(places, derived...)
	}
	return places, err
}

// code reports whether a page is written by code, and so follows from the others.
func (x *oblivion) code(name string) bool {
	dir, base := path.Split(name)
	return strings.TrimSuffix(dir, "/") == x.v.Config.Wiki && (base == "index.md" || strings.HasPrefix(base, "log")) || strings.HasPrefix(name, x.v.Config.Wiki+"/index/")
}

// saying are the lines of a file that say it, or are going to.
func (x *oblivion) saying(name string, words wording.Lines, done bool) []int {
	info, err := x.v.Dir.Stat(name)
	if err != nil || info.Size() > longestFile {
		return nil
	}
	var data []byte
	if done {
		if data, err = x.v.Dir.ReadFile(name); err != nil {
			return nil
		}
	} else {
		var ok bool
		if data, ok = x.will(name); !ok {
			return nil
		}
	}
	if strings.HasSuffix(name, ".gz") {
		data = unzipped(data)
	}
	return saying(name, data, words)
}

func unzipped(data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	out, err := io.ReadAll(io.LimitReader(z, 8*longestFile))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return data
	}
	return out
}
