package claude

import "github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"

// maxBlank is the longest file without anything in it that is remembered, in bytes.
const maxBlank = 1 << 10

// A part is one of the two things that memoria adds to a settings file: the hooks or the server.
type part interface {
	slot() string // distinguishes the records of the parts of one file
	find(d draft) (found, error)
	put(d draft, r *record) error  // notes in r which containers are memoria's
	take(d draft, r *record) error // with those containers that r says are memoria's; r is nil if nothing is known
}

// A found is what find returns of a part.
type found struct {
	ours   bool
	vaults []string
	mixed  []string // command lines that run a memoria hook and something else
	guess  func(r *record, text string) error
}

// planInstall returns the change that adds a part to a file, and the record that undoes it.
func planInstall(f file, old *record, p part) (*Change, *record, error) {
	d, had, err := draftOf(f.text, p)
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	rec := &record{Settings: f.target, Slot: f.slot, Existed: f.exists, Before: hash(f.text)}
	if !f.exists {
		rec.Folders = missing(f.target)
	}
	if root, _, _ := jsonc.Scan(f.text); f.exists && root == nil && len(f.text) <= maxBlank {
		rec.Blank = &f.text
	}
	before, exact := old.original(f)
	if exact { // what is there is memoria's; go back first, so that one record holds the whole way
		rec.Existed, rec.Folders, rec.Before, rec.Blank = old.Existed, old.Folders, old.Before, old.Blank
		if d, err = newDraft(before); err != nil {
			return nil, nil, &SettingsError{f.path, err}
		}
	}
	if err := p.put(d, rec); err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	rec.After, rec.Undo = hash(d.Text), d.Undo
	if had.ours && !exact { // edited since, so that there is no whole to go back to
		rec.After, rec.Undo = "", nil
		switch {
		case old != nil:
			rec.Existed, rec.Folders, rec.Blank, rec.Made = old.Existed, old.Folders, old.Blank, old.Made
			rec.Added = rec.Added.with(old.Added)
		case had.guess != nil:
			if err := had.guess(rec, f.text); err != nil {
				return nil, nil, &SettingsError{f.path, err}
			}
		}
	}
	return &Change{Path: f.path, Target: f.target, Before: f.text, After: d.Text, Existed: f.exists, Exists: true,
		Vaults: had.vaults, Mixed: had.mixed, Ignored: lenient(d.Text, d.Text), Commas: lenient(d.Text, Plain(d.Text))}, rec, nil
}

// planRemoval returns the change that removes a part from a file: it restores the original or, if the file was edited
// since, removes only the part.
func planRemoval(f file, old *record, p part) (*Change, error) {
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: f.text, Existed: f.exists, Exists: f.exists}
	if !f.exists {
		return ch, nil
	}
	d, had, err := draftOf(f.text, p)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	ch.Vaults, ch.Mixed = had.vaults, had.mixed
	if !had.ours {
		return ch, nil
	}
	known := old
	if before, exact := old.original(f); exact {
		ch.After, known = before, nil // what an earlier version left is removed too
		if d, had, err = draftOf(before, p); err != nil {
			return nil, &SettingsError{f.path, err}
		}
	}
	if had.ours {
		if err := p.take(d, known); err != nil {
			return nil, &SettingsError{f.path, err}
		}
		ch.After = d.Text
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

// draftOf parses a text and looks for a part in it.
func draftOf(text string, p part) (draft, found, error) {
	d, err := newDraft(text)
	if err != nil {
		return d, found{}, err
	}
	had, err := p.find(d)
	return d, had, err
}
