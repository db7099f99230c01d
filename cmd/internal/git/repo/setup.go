package repo

import (
	"context"
	"errors"
	"strings"
)

// Init makes a repository of the folder, with a branch that has no commit yet.
func (r *Repo) Init(ctx context.Context, branch string) error {
	_, err := r.call(ctx, call{args: []string{"init", "--quiet", "--initial-branch=" + branch}})
	return err
}

// AddRemote names the address of a remote, from which the branch pulls.
func (w *Work) AddRemote(ctx context.Context, name, url string) error {
	if _, err := w.git(ctx, "remote", "add", "--", name, url); err != nil {
		return err
	}
	w.Remote, w.URL = name, url
	_, err := w.Set(ctx, map[string]string{"branch." + w.Branch + ".remote": name, "branch." + w.Branch + ".merge": "refs/heads/" + w.Branch})
	return err
}

// Set sets values in the repository's own settings, and reports whether that changed them.
func (w *Work) Set(ctx context.Context, values map[string]string) (changed bool, err error) {
	for key, value := range values {
		if w.settings[key] == value {
			continue
		}
		if _, err := w.git(ctx, "config", "--local", key, value); err != nil {
			return changed, err
		}
		w.settings[key], changed = value, true
	}
	return changed, nil
}

// Setting returns a value of git's settings, "" if there is none.
func (w *Work) Setting(key string) string { return w.settings[key] }

// HeadsAt returns the names of the branches of a repository that is no remote of this one yet.
func (r *Repo) HeadsAt(ctx context.Context, url string) (out []string, err error) {
	text, err := r.reach(ctx, "ls-remote", "--quiet", "--heads", "--", url)
	for line := range strings.Lines(text) { // "id\trefs/heads/name"
		if _, name, ok := strings.Cut(strings.TrimSpace(line), "\trefs/heads/"); ok {
			out = append(out, name)
		}
	}
	return out, err
}

// Peek fetches a branch of a repository that is no remote of this one into an empty folder. It returns what is of the vault there, to be
// read alone, and the branch's commit; w is nil where the vault lies in no repository yet.
func (r *Repo) Peek(ctx context.Context, w *Work, folder, url, branch string) (*Work, string, error) {
	far := &Work{Repo: &Repo{Dir: folder, Env: r.Env, Own: r.Own, Reach: r.Reach}, Top: folder, answers: map[string]string{}}
	format := "sha1"
	if w != nil {
		if far.Prefix = w.Prefix; len(w.zero) == 64 {
			format = "sha256"
		}
	}
	if _, err := far.git(ctx, "init", "--quiet", "--bare", "--object-format="+format); err != nil {
		return nil, "", err
	}
	if _, err := far.reach(ctx, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", "--", url, "+refs/heads/"+branch+":refs/heads/"+branch); err != nil {
		return nil, "", err
	}
	commit, err := far.rev(ctx, "refs/heads/"+branch)
	return far, commit, err
}

// MergeFile merges a file as git does, into ours, and reports false if it left conflict marks.
func (r *Repo) MergeFile(ctx context.Context, ours, base, theirs string) (bool, error) {
	_, err := r.call(ctx, call{args: []string{"merge-file", "-L", "ours", "-L", "base", "-L", "theirs", ours, base, theirs}})
	if e := new(Error); errors.As(err, &e) && e.Code > 0 && e.Code < 128 { // the number of conflicts
		return false, nil
	}
	return err == nil, err
}
