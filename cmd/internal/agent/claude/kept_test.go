package claude

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What memoria's entries took the place of comes back also where the file was edited since, so that there is no whole
// to go back to: a null, a file with nothing in it.
func TestKeptAfterAnEdit(t *testing.T) {
	reformat := func(t *testing.T, s string) string { return marshal(t, parsed(t, s), "", "\t") }
	model := func(t *testing.T, s string) string {
		v := parsed(t, s)
		v["model"] = "x"
		return marshal(t, v, "", " ")
	}
	for _, c := range []struct {
		was  string
		edit func(*testing.T, string) string
		want string // without white space
	}{
		{`{"hooks":null}`, model, `{"hooks":null,"model":"x"}`},
		{`{"hooks":{"Stop":null,"Other":null}}`, model, `{"hooks":{"Other":null,"Stop":null},"model":"x"}`},
		{`{"hooks":{"Stop":[]}}`, model, `{"hooks":{"Stop":[]},"model":"x"}`},
		{`{"hooks":{}}`, model, `{"hooks":{},"model":"x"}`},
		{`{}`, model, `{"model":"x"}`},
		{"", model, `{"model":"x"}`},
		{"{}", reformat, "{}"},
	} {
		for _, twice := range []bool{false, true} {
			after, rec := put(t, c.was, nil, one)
			after = c.edit(t, after)
			if twice { // by another program of ours, and edited again
				after, rec = put(t, after, rec, two)
				after = strings.Replace(after, "{", "{\n", 1)
			}
			must.Equal(t, plainJSON(takeOut(t, after, rec)), c.want, "%q, twice %t: became", c.was, twice)
		}
	}
	for _, was := range []string{"", "\n", " \r\n\t", jsonc.BOM, jsonc.BOM + "\n"} {
		after, rec := put(t, was, nil, one)
		after = reformat(t, after)
		must.Equal(t, takeOut(t, after, rec), was, "%q became", was)
		after, rec = put(t, after, rec, two)
		got := takeOut(t, after+"\n", rec)
		must.Hold(t, got == was, "%q became %q after two installs", was, got)
	}
}
