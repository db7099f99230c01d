package claude

import (
	"fmt"
	"path/filepath"
)

func errTwice(key string) error { return fmt.Errorf("it has the key %q twice", key) }

// walk goes down the members of objects that keys name for as far as there are any, a null being none,
// and returns the last object and how many keys lead to it.
func (d *draft) walk(keys []string) (n node, deep int, err error) {
	n = d.root
	for _, key := range keys {
		i, twice := n.member(key)
		switch {
		case twice:
			return n, deep, errTwice(key)
		case i < 0 || n.items[i].value.kind == null:
			return n, deep, nil
		case n.items[i].value.kind != object:
			return n, deep, fmt.Errorf("its %q is no object", key)
		}
		n = n.items[i].value
		deep++
	}
	return n, deep, nil
}

// putServer adds our server or brings it up to date, and returns how many of the objects around it
// were made for it.
func (d *draft) putServer(at Servers, c Command) (made int, err error) {
	old, v, err := d.server(at)
	switch {
	case err != nil:
		return 0, err
	case old == nil:
		return d.addServer(at, c)
	case !old.Ours:
		return 0, ErrForeignServer
	}
	if old.Binary == c.Binary && old.Vault == c.Vault {
		return 0, nil
	}
	command, _ := v.member("command")
	args, _ := v.member("args")
	was := v.items[args].value
	text := d.style.print(serverArgs(c), indentAt(d.s, was.start), spread(d.s, was))
	return 0, d.apply(replaced(v.items[command].value, encode(c.Binary)), replaced(was, text))
}

func replaced(n node, s string) edit { return edit{n.start, n.end - n.start, s} }

func (d *draft) addServer(at Servers, c Command) (made int, err error) {
	n, deep, err := d.walk(at.in)
	if err != nil {
		return 0, err
	}
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	var v any = newServer(c)
	for i := len(path) - 1; i > deep; i-- {
		v = fields{{path[i], v}}
	}
	made = len(at.in) - deep
	if i, _ := n.member(path[deep]); i >= 0 { // a null
		was := n.items[i].value
		return made, d.apply(replaced(was, d.style.print(v, indentAt(d.s, was.start), d.lines(n))))
	}
	return made, d.add(n, field{path[deep], v})
}

// dropServer takes our server out, and of the objects around it the innermost made, where nothing is
// left in them.
func (d *draft) dropServer(at Servers, made int) error {
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	for i := len(at.in); i >= 0 && i >= len(at.in)-made; i-- {
		n, deep, err := d.walk(path[:i])
		if err != nil || deep < i {
			return err
		}
		j, _ := n.member(path[i])
		if j < 0 || i < len(at.in) && !d.bare(n.items[j].value) {
			return nil
		}
		if err := d.remove(n, j); err != nil {
			return err
		}
	}
	return nil
}

// planServer computes the file with our server in it, and the record of the way back.
func planServer(f file, old *record, at Servers, c Command) (*Change, *record, error) {
	fail := func(err error) (*Change, *record, error) { return nil, nil, &SettingsError{f.path, err} }
	d, err := newDraft(f.text)
	if err != nil {
		return fail(err)
	}
	had, _, err := d.server(at)
	if err != nil {
		return fail(err)
	}
	rec := &record{Settings: f.target, Slot: f.slot, Existed: f.exists, Before: hash(f.text)}
	if !f.exists {
		rec.Folders = missing(f.target)
	}
	if root, _, _ := scan(f.text); f.exists && root == nil && len(f.text) <= maxBlank {
		rec.Blank = &f.text
	}
	before, exact := old.original(f)
	if exact { // so that one record holds the whole way
		rec.Existed, rec.Folders, rec.Before, rec.Blank = old.Existed, old.Folders, old.Before, old.Blank
		if d, err = newDraft(before); err != nil {
			return fail(err)
		}
	}
	if rec.Made, err = d.putServer(at, c); err != nil {
		return fail(err)
	}
	rec.After, rec.Undo = hash(d.s), d.undo
	if had != nil && !exact { // edited since, so that there is no whole to go back to
		rec.After, rec.Undo = "", nil
		if old != nil {
			rec.Existed, rec.Folders, rec.Blank, rec.Made = old.Existed, old.Folders, old.Blank, old.Made
		}
	}
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: d.s, Existed: f.exists, Exists: true, Ignored: lenient(d.s)}
	if had != nil && had.Vault != "" {
		ch.Vaults = []string{had.Vault}
	}
	return ch, rec, nil
}

// planServerRemoval computes the file without our server: as it was before we came or, where it was
// edited since, as it is without it.
func planServerRemoval(f file, old *record, at Servers) (*Change, error) {
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: f.text, Existed: f.exists, Exists: f.exists}
	if !f.exists {
		return ch, nil
	}
	d, err := newDraft(f.text)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	had, _, err := d.server(at)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	if had == nil || !had.Ours {
		return ch, nil
	}
	ch.Vaults = []string{had.Vault}
	made := 0
	if old != nil {
		made = old.Made
	}
	if before, exact := old.original(f); exact {
		ch.After = before
		if d, err = newDraft(before); err != nil {
			return nil, &SettingsError{f.path, err}
		}
		made = 0
		had, _, _ = d.server(at) // one that was there before us goes too
	}
	if had != nil {
		if err := d.dropServer(at, made); err != nil {
			return nil, &SettingsError{f.path, err}
		}
		ch.After = d.s
	}
	switch {
	case old == nil || !blank(ch.After):
	case !old.Existed:
		ch.After, ch.Exists = "", false
	case old.Blank != nil:
		ch.After = *old.Blank
	}
	return ch, nil
}

// shareFile has r know that its file was made by us, where it was made for another entry of ours.
func (r *record) shareFile(stateDir string) {
	names, _ := filepath.Glob(filepath.Join(stateDir, "install", "*.json"))
	for _, name := range names {
		if other := parseRecord(name); other != nil && other.Settings == r.Settings && other.Slot != r.Slot && !other.Existed {
			r.Existed, r.Folders = false, other.Folders
		}
	}
}
