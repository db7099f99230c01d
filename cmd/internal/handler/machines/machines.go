// Package machines tells of the machines that share a vault.
package machines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/own"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Machine is one whose logs are here; its name is "" for the time before the vault was shared.
type Machine struct {
	Name    string    `json:"name"`
	ID      string    `json:"id,omitempty"`
	Key     string    `json:"key,omitempty"` // by which it signs, in short
	Who     []string  `json:"who,omitempty"` // the persons of its entries
	Entries int       `json:"entries"`
	Seen    time.Time `json:"last_seen,omitzero"` // the newest entry
	Here    bool      `json:"here,omitempty"`     // this machine
	Left    bool      `json:"left,omitempty"`     // it is not waited for: see LeaveOut
	Trusted bool      `json:"trusted,omitempty"`  // on this one
	Forgets int       `json:"forgets,omitempty"`  // what others forgot and it has not yet
}

// Of returns the machines of a shared vault, by name. It writes nothing.
func Of(ctx context.Context, v *workspace.Vault) ([]Machine, error) {
	all, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	me, err := vault.ReadIdentity(v.Dir, v.Now())
	if err != nil {
		return nil, err
	}
	by := map[string]*Machine{}
	if me.Name != "" {
		by[me.Name] = &Machine{Name: me.Name, ID: me.ID, Who: []string{me.Who}, Here: true}
	}
	reader, newest := v.Reader(), map[string]logs.Date{}
	for _, l := range all {
		name := l.Date.Machine()
		m := by[name]
		if m == nil {
			m = &Machine{Name: name, Trusted: true}
			by[name] = m
		}
		newest[name] = l.Date
		for _, e := range l.Entries {
			if e.Hand {
				continue
			}
			m.Entries++
			if e.At.After(m.Seen) {
				m.Seen = e.At
			}
			who := e.Who // that another machine trusts the name is said beside it
			if e.Said.ID == logs.Unproved {
				who += "?"
			}
			foreign := name == "" && !reader.Obeys(e.Said)
			if m.Trusted = m.Trusted && !foreign; e.Who == "" || slices.Contains(m.Who, who) {
				continue
			}
			if m.Who = append(m.Who, who); foreign { // the first is named who could be trusted
				slices.Reverse(m.Who)
			}
		}
	}
	left, err := leftOut(v)
	if err != nil {
		return nil, err
	}
	told, err := v.Told()
	if err != nil {
		return nil, err
	}
	var out []Machine
	for _, name := range slices.Sorted(maps.Keys(by)) {
		m := by[name]
		if m.ID == "" {
			b, _ := v.Dir.ReadFile(v.Config.Daily.Path(newest[name].String()))
			m.ID = entry.OwnerIn(b)
		}
		m.Key = v.Own().Mark(m.ID)
		at, is := left[name+"@"+m.ID]
		if !is {
			at, is = left[name+"@"]
		}
		if name != "" {
			m.Forgets = len(told.Pending(name))
			m.Trusted = m.Here || reader.Trusts[m.ID] != ""
		}
		m.Left = is && logs.DateOf(m.Seen, v.Config.Zone).Compare(at) <= 0
		out = append(out, *m)
	}
	for id, name := range own.Names(v.Dir) { // those that set up the vault, and have written nothing yet
		if by[name] == nil && id != me.ID && vault.IsMachine(name) {
			out = append(out, Machine{Name: name, ID: id, Key: v.Own().Mark(id), Trusted: reader.Trusts[id] != ""})
		}
	}
	sorting.Stable(out, func(x, y Machine) int { return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID)) })
	return out, nil
}

// LeaveOut has a machine waited for no longer, as one that was given away: it is not counted among those that have not
// yet done a forget. An entry of a later day counts it again. Its logs stay.
func LeaveOut(ctx context.Context, v *workspace.Vault, name string) error {
	all, err := Of(ctx, v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(m Machine) bool { return m.Name == name && name != "" })
	switch {
	case i < 0:
		return exit.Hint(fmt.Errorf("machines: no machine is called %q", name), exit.Failure, "memoria machines lists them")
	case all[i].Here:
		return exit.Hint(fmt.Errorf("machines: %s is this machine", name), exit.Failure, "run it on another machine of the vault")
	case all[i].Left:
		return nil
	}
	text := name + "@" + logs.DateOf(v.Now(), v.Config.Zone).String()
	_, err = v.Dir.WriteFile(path.Join(layout.SharedLeft, text), []byte(text+"\n"+all[i].ID+"\n"), 0o644)
	return err
}

// leftOut returns the days on which machines were left out, by their names and ids: another machine may get the name. Of what an older
// version wrote, the id is "". Each is a file of its own: two machines that write it write the same.
func leftOut(v *workspace.Vault) (map[string]logs.Date, error) {
	names, err := v.Dir.ReadNames(layout.SharedLeft)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	out := map[string]logs.Date{}
	for _, n := range names {
		name, day, _ := strings.Cut(n, "@")
		text, err := v.Dir.ReadFile(path.Join(layout.SharedLeft, n))
		if err != nil {
			return nil, err
		}
		_, id, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
		if name += "@"; vault.IsMachineID(id) {
			name += id
		}
		if at, err := logs.ParseDate(day); err == nil && at.Compare(out[name]) > 0 {
			out[name] = at
		}
	}
	return out, err
}
