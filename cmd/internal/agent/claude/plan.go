package claude

// maxBlank is the longest file without anything in it that is remembered, in bytes.
const maxBlank = 1 << 10

// planInstall computes the file with our hooks in it, and the record of the way back.
func planInstall(f file, old *record, c Command) (*Change, *record, error) {
	d, err := newDraft(f.text)
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	had, mixed, err := d.entries()
	if err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	rec := &record{Settings: f.target, Existed: f.exists, Before: hash(f.text)}
	if !f.exists {
		rec.Folders = missing(f.target)
	}
	before, exact := old.original(f)
	if exact { // what is there is ours; go back first, so that one record holds the whole way
		rec.Existed, rec.Folders, rec.Before = old.Existed, old.Folders, old.Before
		if d, err = newDraft(before); err != nil {
			return nil, nil, &SettingsError{f.path, err}
		}
	}
	if exact {
		rec.Blank = old.Blank
	} else if root, _, _ := scan(f.text); f.exists && root == nil && len(f.text) <= maxBlank {
		rec.Blank = &f.text
	}
	if rec.Added, err = d.install(c); err != nil {
		return nil, nil, &SettingsError{f.path, err}
	}
	rec.After, rec.Undo = hash(d.s), d.undo
	if len(had) > 0 && !exact { // edited since, so that there is no whole to go back to
		rec.After, rec.Undo = "", nil
		if err := rec.inherit(old, f.text, had); err != nil {
			return nil, nil, &SettingsError{f.path, err}
		}
	}
	return &Change{Path: f.path, Target: f.target, Before: f.text, After: d.s, Existed: f.exists, Exists: true,
		Vaults: vaultsOf(had), Mixed: mixed, Ignored: lenient(d.s)}, rec, nil
}

// inherit takes over what is known of a file that holds hooks of ours already: from the record of
// the earlier install or, where there is none, from what would be empty without them.
func (r *record) inherit(old *record, text string, had []entry) error {
	was := added{}
	if old != nil {
		r.Existed, r.Folders, r.Blank, was = old.Existed, old.Folders, old.Blank, old.Added
	} else {
		d, err := newDraft(text)
		if err == nil {
			err = d.uninstall(nil)
		}
		if err != nil {
			return err
		}
		hooks, _ := d.root.member("hooks")
		was.Hooks = hooks < 0
		for _, e := range had {
			left := -1
			if hooks >= 0 {
				left, _ = d.root.items[hooks].value.member(e.event)
			}
			if left < 0 {
				was.Events = append(was.Events, e.event)
			}
		}
	}
	r.Added = r.Added.with(was)
	return nil
}

// planRemoval computes the file without our hooks: as it was before we came or, where it was edited
// since, as it is without them.
func planRemoval(f file, old *record) (*Change, error) {
	ch := &Change{Path: f.path, Target: f.target, Before: f.text, After: f.text, Existed: f.exists, Exists: f.exists}
	if !f.exists {
		return ch, nil
	}
	d, err := newDraft(f.text)
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	had, mixed, err := d.entries()
	if err != nil {
		return nil, &SettingsError{f.path, err}
	}
	ch.Vaults, ch.Mixed = vaultsOf(had), mixed
	if len(had) == 0 {
		return ch, nil
	}
	ours := old.ours()
	if before, exact := old.original(f); exact {
		if !old.Existed {
			ch.After, ch.Exists = "", false
			return ch, nil
		}
		ch.After, ours = before, nil // hooks that were there before us go too
		if d, err = newDraft(before); err != nil {
			return nil, &SettingsError{f.path, err}
		}
		if had, _, err = d.entries(); err != nil {
			return nil, &SettingsError{f.path, err}
		}
	}
	if len(had) > 0 {
		if err := d.uninstall(ours); err != nil {
			return nil, &SettingsError{f.path, err}
		}
		ch.After = d.s
	}
	if old != nil && !old.Existed && blank(ch.After) {
		ch.After, ch.Exists = "", false
	} else if old != nil && old.Blank != nil && blank(ch.After) {
		ch.After = *old.Blank
	}
	return ch, nil
}
