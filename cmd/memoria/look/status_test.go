package look

import (
	"bytes"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/compiler/editor/kept"
)

// However much was set aside, status says it in one line.
func TestStatusOfWhatWasSetAside(t *testing.T) {
	var out bytes.Buffer
	a := &app{&command.App{UI: &command.UI{Out: &out, Err: &out}}}
	a.tellEdited(status.Edited{Aside: []kept.Aside{
		{ID: "0123456789ab", Days: []string{"2026-03-01"}, Entries: 1, Why: "no form"},
		{ID: "1123456789ab", Days: []string{"2026-03-02"}, Entries: 2, Why: "no form"},
	}})
	if got, want := out.String(), "set aside 3 entries, in the articles as they are without a model; memoria queue list says why, memoria queue retry asks again\n"; got != want {
		t.Errorf("%q", got)
	}
}
