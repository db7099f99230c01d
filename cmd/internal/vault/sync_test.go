package vault

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestSyncSettings(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Sync
		bad  bool
	}{
		{"", defaultSync, false},
		{"sync: {remote: backup, branch: notes/main, every: 1h, push: off, compile: machine build-1}", Sync{"backup", "notes/main", time.Hour, false, "machine build-1"}, false},
		{"sync: {every: off, push: true, compile: trunk}", Sync{"origin", "", 0, true, CompileTrunk}, false},
		{"sync: {remote: --upload-pack=x}", Sync{}, true}, {"sync: {branch: -f}", Sync{}, true}, {"sync: {branch: a..b}", Sync{}, true},
		{"sync: {every: 5s}", Sync{}, true}, {"sync: {push: perhaps}", Sync{}, true}, {"sync: {compile: machine}", Sync{}, true}, {"sync: {compile: machine A}", Sync{}, true},
	} {
		f, unknown, err := parseFile("x", []byte(tt.text))
		c := Defaults(time.UTC)
		if err == nil {
			err = c.lay("x", f)
		}
		must.Hold(t, (err != nil) == tt.bad && len(unknown) <= 0 && (tt.bad || c.Sync == tt.want), "%s: %+v, %v, %v", tt.text, c.Sync, unknown, err)
	}
	s := Sync{Compile: "machine build-1"}
	must.Hold(t, s.Compiles("build-1") && !s.Compiles("laptop") && defaultSync.Compiles("laptop") && !(Sync{Compile: CompileTrunk}).Compiles("laptop"), "Compiles")
}
