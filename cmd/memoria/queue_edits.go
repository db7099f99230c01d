package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor"
)

// asides are the entries that no model edited: set aside, since no answer could be used for them, or
// waiting until the model can be asked.
func (a *app) asides(v *workspace.Vault) ([]editor.Aside, error) {
	x, err := editor.AccountOf(v.Replies())
	return say.List(x.Aside), err
}

func (a *app) tellAsides(all []editor.Aside) {
	for _, s := range all {
		state := "set aside"
		if s.Owed {
			state = "unedited"
		}
		a.ui.Print("%-9s %s  %s of %s: %s", state, s.ID[:8], count(s.Entries, "entry"), asideDays(s), printable(s.Why))
	}
	switch {
	case len(all) == 0:
	case all[0].Owed && len(all) == 1:
		a.ui.Print("Next: memoria compile asks the model; until then the articles are as they are without it")
	default:
		a.ui.Print("Next: memoria queue retry has a model asked again about what was set aside, memoria queue drop ID leaves it as it is")
	}
}

// retryAsides takes of args those that name something that was set aside, has a model asked about it
// again, and returns the rest. Without any args all is.
func (a *app) retryAsides(v *workspace.Vault, args []string) (back []editor.Aside, rest []string, err error) {
	r := v.Replies()
	if len(args) == 0 {
		back, err = editor.Retry(r, "")
		return say.List(back), nil, err
	}
	back = []editor.Aside{}
	for _, arg := range args {
		some, err := a.asideOf(v, arg)
		if err != nil {
			return back, nil, fmt.Errorf("queue retry: %w", err)
		}
		if some == nil {
			rest = append(rest, arg)
			continue
		}
		if _, err := editor.Retry(r, some.ID); err != nil {
			return back, nil, err
		}
		back = append(back, *some)
	}
	return back, rest, nil
}

// dropAsides gives up what args name of what was set aside, and returns the rest of them.
func (a *app) dropAsides(v *workspace.Vault, args []string) (gone []editor.Aside, rest []string, err error) {
	gone = []editor.Aside{}
	for _, arg := range args {
		some, err := a.asideOf(v, arg)
		if err != nil {
			return gone, nil, fmt.Errorf("queue drop: %w", err)
		}
		if some == nil {
			rest = append(rest, arg)
			continue
		}
		if err := editor.Give(v.Replies(), some.ID); err != nil {
			return gone, nil, err
		}
		gone = append(gone, *some)
	}
	return gone, rest, nil
}

// asideOf is what arg is the beginning of the id of, nil if it is of nothing.
func (a *app) asideOf(v *workspace.Vault, arg string) (*editor.Aside, error) {
	const least = 4
	all, err := a.asides(v)
	if err != nil {
		return nil, err
	}
	var found *editor.Aside
	for i := range all {
		if len(arg) < least || !strings.HasPrefix(all[i].ID, strings.ToLower(arg)) {
			continue
		}
		if found != nil {
			return nil, hint(errors.New("several begin with "+arg), exitFailure, "name more of it; memoria queue list shows the ids")
		}
		found = &all[i]
	}
	return found, nil
}

func entriesIn(all []editor.Aside) (n int) {
	for _, s := range all {
		n += s.Entries
	}
	return n
}
