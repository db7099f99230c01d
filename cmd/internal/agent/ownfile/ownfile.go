// Package ownfile writes the hooks of agents that take them from files of their own, beside those of others: Copilot CLI a
// file of hooks, Gemini CLI and pi an extension, OpenCode a plugin. A file is memoria's as long as it reads as memoria writes it.
package ownfile

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/fsutil"
)

// A form is how an agent takes hooks.
type form struct {
	agent  string
	events []string                          // that hooks are installed for
	hook   func(line string) any             // that runs a command line
	files  func(hooks map[string]any) []File // with the hooks of events; those are in the last
}

var forms = []form{
	{hookline.Copilot, []string{"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"}, func(line string) any {
		return []any{map[string]any{"type": "command", "bash": line, "timeoutSec": seconds}}
	}, func(hooks map[string]any) []File {
		return []File{{"hooks/memoria.json", text(map[string]any{"version": 1, "hooks": hooks})}}
	}},
	{hookline.Gemini, []string{"SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"}, func(line string) any {
		return []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "name": "memoria", "command": line, "timeout": seconds * 1000}}}}
	}, func(hooks map[string]any) []File {
		return []File{
			{"extensions/memoria/gemini-extension.json", text(map[string]any{"name": "memoria", "version": "1.0.0"})},
			{"extensions/memoria/hooks/hooks.json", text(map[string]any{"hooks": hooks})},
		}
	}},
	{hookline.Pi, []string{"SessionStart", "Stop", "PreCompact", "SessionEnd"}, func(line string) any { return line }, func(lines map[string]any) []File {
		return []File{{"agent/extensions/memoria.ts", strings.Replace(extension, "LINES", strings.TrimSpace(text(lines)), 1)}}
	}},
	{hookline.OpenCode, []string{"SessionStart", "Stop", "PreCompact", "SessionEnd"}, func(line string) any { return line }, func(lines map[string]any) []File {
		return []File{{"plugins/memoria.js", strings.Replace(plugin, "LINES", strings.TrimSpace(text(lines)), 1)}}
	}},
}

func formOf(agent string) (f form) {
	if i := slices.IndexFunc(forms, func(f form) bool { return f.agent == agent }); i >= 0 {
		f = forms[i]
	}
	return f
}

// Owns reports whether an agent takes hooks from files of memoria's own.
func Owns(agent string) bool { return formOf(agent).files != nil }

// Events returns the events that hooks of an agent are installed for.
func Events(agent string) []string { return formOf(agent).events }

// Path returns the file that holds the hooks of an agent whose folder is dir.
func Path(dir, agent string) string {
	files := Files(hookline.Command{Agent: agent})
	return filepath.Join(dir, filepath.FromSlash(files[len(files)-1].Path))
}

// Folder returns the folder of an agent whose hooks are in the file at path, the inverse of [Path].
func Folder(path, agent string) string {
	return filepath.Clean(strings.TrimSuffix(filepath.Clean(path), Path("", agent)))
}

// seconds are how long an agent may wait for a hook.
const seconds = 10

// A File is one that memoria writes: its path below the agent's folder, and its text.
type File struct{ Path, Text string }

// extension and plugin run memoria's hooks in pi and in OpenCode, which have no hooks of their own. It is in place of LINES
// that the command lines stand.
var (
	//go:embed memoria.ts
	extension string
	//go:embed memoria.js
	plugin string
)

// Files returns the files with the hooks of an agent, as a command runs them.
func Files(c hookline.Command) []File {
	f, hooks := formOf(c.Of()), map[string]any{}
	for _, event := range f.events {
		hooks[event] = f.hook(c.Line(event))
	}
	return f.files(hooks)
}

func text(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // of texts and numbers: no error
	return b.String()
}

// A Change is what becomes of a file. The text of one that is not there is "".
type Change struct {
	Path          string // absolute
	Before, After string
	Link          string // what a removed file leads to that is a link; it stays
	Left          bool   // it was changed by somebody and stays, though the hooks beside it go
}

// LinkError says that a link stands in the place of a file of memoria's, which has to be written.
type LinkError struct{ Path, To string }

func (e *LinkError) Error() string {
	return fmt.Sprintf("%q is a link to %q, so it is left alone", e.Path, e.To)
}

// ForeignError says that a file in the place of one of memoria's was changed by somebody.
type ForeignError struct{ Path string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%q was changed by somebody else, so it is left alone", e.Path)
}

// Plan returns what installing the hooks of a command changes below the agent's folder; nothing if all are there. The error
// is a *ForeignError, a *LinkError, or one of reading.
func Plan(dir string, c hookline.Command) ([]Change, error) { return plan(dir, c, true) }

// PlanRemoval returns what removing the hooks changes.
func PlanRemoval(dir, agent string) ([]Change, error) {
	return plan(dir, hookline.Command{Agent: agent}, false)
}

func plan(dir string, c hookline.Command, install bool) (out []Change, err error) {
	if !filepath.IsAbs(dir) {
		return nil, errors.New("it is not known where the home folder is")
	}
	had, ok, err := Standing(dir, c.Of())
	if err != nil {
		return nil, err
	}
	was := map[string]string{}
	if ok {
		for _, f := range Files(had) {
			was[f.Path] = f.Text
		}
	}
	var left []Change
	files := Files(c)
	for i, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		b, err := os.ReadFile(path)
		link, _ := os.Readlink(path) // "" of what is none
		foreign := err == nil && string(b) != was[f.Path] && string(b) != f.Text
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case foreign && !install && i < len(files)-1: // without the last there are no hooks
			left = append(left, Change{Path: path, Left: true})
			continue
		case foreign:
			return nil, &ForeignError{path}
		case install && err == nil && string(b) == f.Text, !install && err != nil:
			continue
		case install && link != "":
			return nil, &LinkError{path, link}
		}
		change := Change{Path: path, Before: string(b), Link: link}
		if install {
			change.After = f.Text
		}
		out = append(out, change)
	}
	if len(out) > 0 {
		out = append(out, left...)
	}
	return out, nil
}

// Standing returns the command that the hooks of an agent run, as its files say; false if there are none.
func Standing(dir, agent string) (c hookline.Command, ok bool, err error) {
	b, err := os.ReadFile(Path(dir, agent))
	if errors.Is(err, fs.ErrNotExist) {
		return c, false, nil
	}
	if err != nil {
		return c, false, err
	}
	for line := range strings.Lines(string(b)) {
		var written string
		_, value, found := strings.Cut(line, `": `)
		if !found || json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimSpace(value), ",")), &written) != nil {
			continue
		}
		if call, ok := hookline.Parse(written); ok && call.Agent == agent {
			c = hookline.Command{Binary: call.Binary, Vault: call.Vault, Agent: agent, Windows: !hookline.Hushed(written)}
			return c, true, nil
		}
	}
	return c, false, nil
}

// Apply carries out changes. Of the folders of removed files it removes memoria's own.
func Apply(dir string, changes []Change) error {
	for _, c := range changes {
		if c.Left {
			continue
		}
		if c.After == "" {
			if err := remove(c.Path, dir); err != nil {
				return err
			}
			continue
		}
		d, err := fsutil.CreateDir(filepath.Dir(c.Path), 0o700)
		if err != nil {
			return err
		}
		_, err = d.WriteFile(filepath.Base(c.Path), []byte(c.After), 0o600)
		d.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// remove removes a file of an agent whose folder is top, and the folders around it, up to one that is called memoria, if
// nothing else is in them: Gemini CLI takes each for an extension.
func remove(path, top string) error {
	d, err := fsutil.OpenDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = d.Remove(filepath.Base(path))
	d.Close()
	if err != nil {
		return err
	}
	below, _ := filepath.Rel(top, filepath.Dir(path))
	names := strings.Split(below, string(filepath.Separator))
	if i := slices.Index(names, "memoria"); i >= 0 {
		RemoveEmpty(filepath.Dir(path), filepath.Join(top, filepath.Join(names[:i+1]...)))
	}
	return nil
}

// RemoveEmpty removes a folder and those above it up to top, itself among them, as long as nothing is in them. It removes
// none that is not in top.
func RemoveEmpty(dir, top string) {
	for ; dir == top || strings.HasPrefix(dir, top+string(filepath.Separator)); dir = filepath.Dir(dir) {
		up, err := fsutil.OpenDir(filepath.Dir(dir))
		if err != nil {
			continue // it is gone with what was above it
		}
		err = up.RemoveDir(filepath.Base(dir))
		up.Close()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
