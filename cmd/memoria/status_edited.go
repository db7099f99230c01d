package main

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/wiki/ask"
)

// edited is what models edited of the articles, by the entries that they were asked about.
type edited struct {
	By    []editor.Share `json:"entries_by"`
	Aside []editor.Aside `json:"set_aside"` // written without a model: why, and for how long
	Left  int            `json:"lines_left_out"`
}

// edited adds up the replies that the articles rest on.
func (a *app) edited(v *vault.Vault) edited {
	x, err := editor.AccountOf(&ask.Replies{Dir: v.Dir})
	if err != nil {
		a.ui.Warn("what models edited: %v", err)
	}
	return edited{orEmpty(x.By), orEmpty(x.Aside), x.Left}
}

// tellEdited says who edited the articles, where anybody did.
func (a *app) tellEdited(e edited) {
	var parts []string
	for _, s := range e.By {
		parts = append(parts, fmt.Sprintf("%s by %s", count(s.Entries, "entry"), printable(s.By)))
	}
	if len(parts) > 0 {
		a.ui.Print("edited    the articles on %s, without %s that did not hold", strings.Join(parts, ", on "), count(e.Left, "line"))
	}
	var aside []editor.Aside
	entries := 0
	for _, s := range e.Aside {
		if s.Owed {
			a.ui.Print("unedited  %s of %s, until the model can be asked: %s; the next compile does", count(s.Entries, "entry"), asideDays(s), printable(s.Why))
			continue
		}
		aside, entries = append(aside, s), entries+s.Entries
	}
	switch len(aside) {
	case 0:
	case 1:
		s := aside[0]
		a.ui.Print("set aside %s of %s, in the articles as they are without a model: %s; memoria queue retry %s asks again", count(entries, "entry"), asideDays(s), printable(s.Why), s.ID)
	default:
		a.ui.Print("set aside %s, in the articles as they are without a model; memoria queue list says why, memoria queue retry asks again", count(entries, "entry"))
	}
}

func asideDays(s editor.Aside) string {
	if len(s.Days) == 0 {
		return "the logs"
	}
	return strings.Join(s.Days, ", ")
}
