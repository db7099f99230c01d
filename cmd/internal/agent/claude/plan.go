package claude

import "slices"

// planInstall computes the file with our hooks in it, and the record of the way back.
func planInstall(f file, old *record, c Command) (*Change, *record, error) {
	before, exact := old.original(f)
	base := f
	rec := &record{Settings: f.target, Existed: f.exists}
	if exact { // what is there is ours; go back first, so that one record holds the whole way
		base.text, base.exists = before, old.Existed
		rec.Existed, rec.Folders = old.Existed, old.Folders
	}
	present, err := newDraft(f.text)
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	had, mixed, err := present.entries()
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	d, err := newDraft(base.text)
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	add, err := d.install(c)
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	rec.Before, rec.After, rec.Undo, rec.Added = hash(base.text), hash(d.s), d.undo, add
	if !f.exists {
		rec.Folders = missing(f.target)
	}
	if len(had) > 0 && !exact { // edited since, so that there is no whole to go back to
		rec.After, rec.Undo = "", nil
		if old != nil {
			rec.Existed, rec.Folders = old.Existed, old.Folders
			rec.Added.Hooks = rec.Added.Hooks || old.Added.Hooks
			for _, e := range old.Added.Events {
				if !slices.Contains(rec.Added.Events, e) {
					rec.Added.Events = append(rec.Added.Events, e)
				}
			}
		}
	}
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: d.s, Existed: f.exists, Exists: true,
		Vaults: vaultsOf(had), Mixed: mixed}
	return ch, rec, nil
}

// planRemoval computes the file without our hooks: as it was before we came or, where it was edited
// since, as it is without them.
func planRemoval(f file, old *record) (*Change, error) {
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: f.text, Existed: f.exists, Exists: f.exists}
	if !f.exists {
		return ch, nil
	}
	present, err := newDraft(f.text)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	had, mixed, err := present.entries()
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	ch.Vaults, ch.Mixed = vaultsOf(had), mixed
	if len(had) == 0 {
		return ch, nil
	}
	before, exact := old.original(f)
	ours := old.ours()
	if exact {
		ch.After, ours = before, nil // hooks that were there before us are to go too
	}
	if exact && !old.Existed {
		ch.After, ch.Exists = "", false
		return ch, nil
	}
	d, err := newDraft(ch.After)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	left, _, err := d.entries()
	if err == nil && len(left) > 0 {
		err = d.uninstall(ours)
		ch.After = d.s
	}
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	if old != nil && !old.Existed && blank(ch.After) {
		ch.After, ch.Exists = "", false
	}
	return ch, nil
}
