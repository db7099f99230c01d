package workspace

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/flush/redact/known"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Excluded says why nothing said in a folder is taken, by the settings projects.include and projects.exclude; nil if
// they take all. A folder goes by several places, its own and its project's: one that is excluded keeps it out, one
// that is included lets it in. So is a folder that is reached by a link, which goes by where the link leads as well.
func (v *Vault) Excluded() func(places ...string) string {
	share := v.Shares()
	if len(v.Config.Include)+len(v.Config.Exclude)+len(share) == 0 {
		return nil
	}
	in, out, shared := v.globs(v.Config.Include), v.globs(v.Config.Exclude), v.globs(share)
	return func(places ...string) string {
		there := followed(places)
		places = append(slices.Clip(places), there...)
		if g, ok := first(out, places); ok {
			return "its folder is excluded by projects.exclude (" + g + ")"
		}
		if _, ok := first(in, places); !ok && len(in) > 0 {
			return "its folder is not among projects.include"
		}
		if _, ok := first(shared, there); !ok && len(shared) > 0 {
			return "its folder is not among projects.share: it is left for a vault of your own"
		}
		return ""
	}
}

// Shares returns the globs of the folders whose sessions a shared vault takes; none if it takes all, or is not shared.
func (v *Vault) Shares() []string {
	if v.ID == "" {
		return nil
	}
	return v.Config.Share
}

// Within returns a function that reports whether folders are all among those of globs, as of projects.share. No folder is
// not.
func (v *Vault) Within(globs []string) func(folders ...string) bool {
	list := v.globs(globs)
	return func(folders ...string) bool {
		return len(folders) > 0 && !slices.ContainsFunc(folders, func(f string) bool {
			_, ok := first(list, followed([]string{f}))
			return !ok
		})
	}
}

// globs returns globs that are read as those of redact.paths are.
func (v *Vault) globs(list []string) (out []glob) {
	for _, g := range list {
		paths := []string{g}
		if real := realGlob(g, v.Machine.Home); real != "" {
			paths = append(paths, real)
		}
		out = append(out, glob{g, redact.New(redact.Options{Paths: paths, Home: v.Machine.Home})})
	}
	return out
}

// followed returns places with the links followed.
func followed(places []string) []string {
	return pick.Each(places, func(p string) string {
		if dir := filepath.FromSlash(p); filepath.IsAbs(dir) {
			return filepath.ToSlash(Resolved(dir))
		}
		return p
	})
}

// realGlob returns a glob with the links followed in the folders that it begins with, "" if there are none.
func realGlob(glob, home string) string {
	rest := filepath.ToSlash(glob)
	if below, ok := strings.CutPrefix(rest, "~/"); ok && home != "" {
		rest = filepath.ToSlash(home) + "/" + below
	}
	const meta = "*?[]{}\\"
	dir := rest
	if at := strings.IndexAny(rest, meta); at >= 0 {
		dir = rest[:strings.LastIndexByte(rest[:at], '/')+1]
	}
	tail := rest[len(dir):]
	dir = filepath.Clean(filepath.FromSlash(dir))
	if !filepath.IsAbs(dir) {
		return ""
	}
	real := filepath.ToSlash(Resolved(dir))
	if real == filepath.ToSlash(dir) || strings.ContainsAny(real, meta) {
		return ""
	}
	if tail != "" {
		real = strings.TrimSuffix(real, "/") + "/" + tail
	}
	return real
}

type glob struct {
	text string
	r    *redact.Redactor
}

// first returns the first glob that matches one of the places or what lies in it.
func first(globs []glob, places []string) (string, bool) {
	for _, g := range globs {
		for _, p := range places {
			if g.r.Withholds(p) || g.r.Withholds(p+"/x") {
				return g.text, true
			}
		}
	}
	return "", false
}

// Redactor returns the redactor of secrets, of those that are known too, and of what the settings withhold.
func (v *Vault) Redactor() *redact.Redactor {
	return redact.New(redact.Options{Paths: v.Config.Private, Home: v.Machine.Home, Known: v.Known()})
}

// Known returns the secrets that were taken out in the vault on this machine.
func (v *Vault) Known() *known.Set {
	v.recall.Do(func() {
		v.Machine.WithStateDir(func(d *fsutil.Dir) error {
			file, err := d.ReadFile(v.knownFile())
			v.known = known.Parse(file)
			return err
		})
		if v.known == nil {
			v.known = known.Parse(nil)
		}
	})
	return v.known
}

// knownFile is the name of the file with them, in the user's state folder: it has their key, and goes nowhere with the vault.
func (v *Vault) knownFile() string { return path.Join("known", fsutil.Hash([]byte(v.Path()))[:16]) }

// keepKnown writes them down. Where it cannot, they are learned anew from what is read next.
func (v *Vault) keepKnown() {
	if !v.Known().News() || v.Machine.StateDir() == "" {
		return
	}
	d, err := fsutil.CreateDir(v.Machine.StateDir(), 0o700)
	if err != nil {
		return
	}
	defer d.Close()
	if file, err := d.ReadFile(v.knownFile()); err == nil {
		v.known.Join(file)
	}
	d.WriteFile(v.knownFile(), v.known.Bytes(), 0o600)
}

// Clean returns a function that removes secrets from a text by what it says alone, so that what it returns may be cached.
func (v *Vault) Clean() func(string) string {
	return cleaner(redact.New(redact.Options{Paths: v.Config.Private, Home: v.Machine.Home}))
}

func cleaner(r *redact.Redactor) func(string) string {
	return func(s string) string { s, _ = r.Text(s); return s }
}

// Filter says what may be kept of sessions and notes.
func (v *Vault) Filter() filter.Rules {
	r := v.Redactor()
	return filter.Rules{
		Clean:    cleaner(r),
		Session:  func() func(string) string { return cleaner(r.Session()) },
		Keep:     v.keepKnown,
		Hidden:   r.Withholds,
		Excluded: v.Excluded(),
		Version:  v.Rules(),
		Projects: v.projects(),
	}
}
