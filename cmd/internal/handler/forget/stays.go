package forget

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	whyHand       = "in your own words"
	whySays       = "says the same"
	whyStuck      = "it could not be taken out of there"
	whyAway       = "not there now: should it come back, what is forgotten stays out of the articles, and memoria forget --again takes it out"
	whyTranscript = "the agent's own transcript, which memoria never touches"
	whyGit        = "a repository: what was committed is in its history"
	whySite       = "a site that shows it until memoria build has written it again"
	whySiteOld    = "a site from before it was forgotten, which may show it until memoria build has written it again"
	whyMemory     = "the agent's own memory, which it reads into its sessions: take it out there with an editor"
	whyTheirs     = "the log of another machine, which takes it out when it syncs; it is shown nowhere until then"
	whyAsked      = "the log of OTHER, which does not trust this machine: memoria forget --again on it takes it out, or memoria trust machine HERE, if both are yours"
	whyShown      = "says it as long as that log does"

	longestFile = 32 << 20 // bytes of a file that is looked through for words
)

// An Item is something that is removed.
type Item struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

// A Stay is a place that still has the forgotten words.
type Stay struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Why  string `json:"why"`
}

// Remembered reports whether the place is in an agent's own memory.
func (s Stay) Remembered() bool { return s.Why == whyMemory }

// A reader reads a file of the vault as it will be; it reports false for one that goes.
type reader func(name string) ([]byte, bool)

// stays finds the places that still have the words: a person's own lines, and the same words elsewhere. read is nil
// if it was forgotten: then all is looked at as it is.
func (h *Handler) stays(ctx context.Context, p *Plan, read reader) ([]Stay, error) {
	held, err := h.Vault.Compiler().Holdings(ctx, p.lines)
	if err != nil {
		return nil, err
	}
	var out []Stay
	for _, x := range held {
		for _, n := range x.Left {
			out = append(out, Stay{x.Path, n, whyHand})
		}
		if read == nil && x.Lines > len(x.Left) {
			out = append(out, Stay{x.Path, 0, whyStuck})
		}
	}
	words := wording.LinesOf(p.texts)
	said, err := h.walk(ctx, words, read)
	asked := slices.ContainsFunc(p.removed.Stays, func(o Stay) bool { return strings.HasPrefix(o.Why, "the log of") && o.Why != whyTheirs })
	for _, s := range said {
		told := slices.ContainsFunc(p.removed.Stays, func(o Stay) bool { return o.Path == s.Path && strings.HasPrefix(o.Why, "the log of") })
		if asked && s.Why == whySays && strings.HasPrefix(s.Path, h.Vault.Config.Wiki+"/") {
			s.Why = whyShown
		}
		if !told && !slices.ContainsFunc(out, func(o Stay) bool { return o.Path == s.Path && o.Line == s.Line }) {
			out = append(out, s)
		}
	}
	return slices.Concat(out, h.sites(ctx, words), h.remembered(ctx, words), p.removed.Stays), err
}

// sites returns the sites of the vault that show it. Where no words are left to look for, it returns
// all sites that were built before something was forgotten last.
func (h *Handler) sites(ctx context.Context, words wording.Lines) (places []Stay) {
	dir := h.Vault.Dir
	list, err := vault.BuiltSites(dir, h.Vault.Now())
	if err != nil {
		return nil // what cannot be read says nothing
	}
	build := func(folder string) string {
		if !filepath.IsAbs(folder) {
			return "memoria build"
		}
		return "memoria build --out " + vault.Quote(folder)
	}
	for _, s := range list {
		why := strings.Replace(whySite, "memoria build", build(s.Folder), 1)
		if len(words) == 0 {
			if info, err := dir.Stat(layout.Forgotten); err != nil || s.At.After(info.ModTime()) {
				continue
			}
			why = strings.Replace(whySiteOld, "memoria build", build(s.Folder), 1)
		} else if at := s.Folder; filepath.IsAbs(at) && !showing(ctx, at, words) || !filepath.IsAbs(at) && !showing(ctx, dir.PathOf(at), words) {
			continue
		}
		places = append(places, Stay{Path: s.Folder, Why: why})
	}
	return places
}

// showing reports whether a page of a site shows the words.
func showing(ctx context.Context, folder string, words wording.Lines) (shown bool) {
	site, err := fsutil.OpenDir(folder)
	if err != nil {
		return false
	}
	defer site.Close()
	_ = fs.WalkDir(site.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || path.Ext(name) != ".html" {
			return ctx.Err()
		}
		if info, err := e.Info(); err != nil || info.Size() > longestFile {
			return nil
		}
		if data, err := site.ReadFile(name); err == nil && words.In(untagged(data)) {
			shown = true
			return fs.SkipAll
		}
		return ctx.Err()
	})
	return shown
}

// untagged returns the text of a page of a site.
func untagged(page []byte) string {
	var out []byte
	for len(page) > 0 {
		text, tag, _ := bytes.Cut(page, []byte("<"))
		out = append(out, text...)
		_, page, _ = bytes.Cut(tag, []byte(">"))
	}
	return html.UnescapeString(string(out))
}

// walk searches the vault for the words, apart from its site. It reports derived files only if no article has the words.
func (h *Handler) walk(ctx context.Context, words wording.Lines, read reader) (places []Stay, err error) {
	if len(words) == 0 {
		return nil, nil
	}
	follow := read != nil // what follows from the rest is not foreseen
	if read == nil {
		read = new(Removed).read(h.Vault.Dir)
	}
	saying := func(name string) []int {
		info, err := h.Vault.Dir.Stat(name)
		if err != nil || info.Size() > longestFile {
			return nil
		}
		data, ok := read(name)
		if !ok {
			return nil
		}
		if strings.HasSuffix(name, ".gz") {
			data = unzipped(data)
		}
		return linesSaying(name, data, words)
	}
	var derived []Stay
	pages := false
	wiki, site := h.Vault.Config.Wiki, h.Vault.Config.Site.Folder()
	err = fs.WalkDir(h.Vault.Dir.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // what cannot be read says nothing
		case e.IsDir() && (e.Name() == ".git" || name == layout.Folder+"/lock" || name == site):
			return fs.SkipDir
		case !e.Type().IsRegular() || fsutil.IsTemp(name):
			return nil
		}
		follows := codePage(wiki, name) || strings.HasPrefix(name, layout.State+"/compile") || path.Dir(name) == layout.SharedBase
		if follows && follow {
			return nil
		}
		for _, n := range saying(name) {
			if follows {
				derived = append(derived, Stay{name, n, whySays})
				continue
			}
			pages = pages || strings.HasPrefix(name, wiki+"/")
			places = append(places, Stay{name, n, whySays})
		}
		return nil
	})
	if !pages {
		places = append(places, derived...)
	}
	return places, err
}

// codePage reports whether a page of the wiki in dir is generated from the others.
func codePage(dir, name string) bool {
	base := path.Base(name)
	return path.Dir(name) == dir && (base == "index.md" || strings.HasPrefix(base, "log")) || strings.HasPrefix(name, dir+"/index/")
}

// unzipped returns the content of a compressed file, or the file itself if it cannot be read.
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

// linesSaying returns the lines of a file that have the words. In memoria's own JSON it looks at each text by itself.
func linesSaying(name string, data []byte, words wording.Lines) (lines []int) {
	if strings.HasPrefix(name, layout.Folder+"/") && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		if lines, ok := inJSON(data, words); ok {
			return lines
		}
	}
	if !words.In(string(data)) {
		return nil
	}
	n := 0
	for l := range bytes.Lines(data) {
		if n++; words.In(string(l)) {
			lines = append(lines, n)
		}
	}
	if len(lines) == 0 { // over several lines
		lines = []int{1}
	}
	return lines
}

// inJSON returns the lines of JSON in which a text says it; false if data is not JSON.
func inJSON(data []byte, words wording.Lines) (lines []int, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		t, err := d.Token()
		if err == io.EOF {
			return lines, true
		}
		if err != nil {
			return nil, false
		}
		if s, is := t.(string); is && words.In(s) {
			if n := 1 + bytes.Count(data[:d.InputOffset()], []byte("\n")); !slices.Contains(lines, n) {
				lines = append(lines, n)
			}
		}
	}
}

// remembered returns the lines of the agent's own memory that say it. What memoria published there is not the
// agent's, and follows from the vault.
func (h *Handler) remembered(ctx context.Context, words wording.Lines) (places []Stay) {
	if len(words) == 0 {
		return nil
	}
	files, _, err := memory.Files(ctx, h.Vault, "")
	if err != nil {
		return nil // what cannot be read says nothing
	}
	for _, m := range files {
		src, err := m.Own()
		if err != nil {
			continue
		}
		for _, n := range linesSaying(m.Path, src, words) {
			places = append(places, Stay{m.Path, n, whyMemory})
		}
	}
	return places
}
