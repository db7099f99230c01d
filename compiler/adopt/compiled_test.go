package adopt

import (
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A row counts for an entry of its own machine, and of those that trust it; for none of a machine that has no log.
func TestBelieved(t *testing.T) {
	a := &Run{Machine: "laptop", owners: map[string]string{"laptop": "11111111", "desktop": "22222222", "zz": "33333333"}}
	said := func(id, trusts string) *daily.Dated {
		return &daily.Dated{Said: daily.Speaker{Who: "ana", ID: id, Trusts: trusts}}
	}
	for _, tt := range []struct {
		of      string
		e       *daily.Dated
		machine string
		want    bool
	}{
		{"of its own", said("22222222", ""), "desktop", true},
		{"of one that trusts it", said("11111111", "22222222"), "desktop", true},
		{"of one that does not", said("11111111", "22222222"), "zz", false},
		{"of one without a log", said("11111111", "22222222"), "nobody", false},
		{"of this machine's file", said("11111111", "22222222"), "laptop", false},
		{"where nobody is known", &daily.Dated{}, "zz", true},
	} {
		must.Equal(t, a.believed(tt.e)(Row{machine: tt.machine}), tt.want, "%s", tt.of)
	}
}
