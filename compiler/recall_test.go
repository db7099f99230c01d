package compiler_test

import (
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Without the state, news changes the same lines as with it: what it takes back goes to the history, and nobody is told
// that they changed what nobody touched. What a person wrote stays as it would.
func TestNewsWithoutState(t *testing.T) {
	edited := func(v *vault) { v.edit(turned, "\n## Key Points", "\nMine.\n\n## Key Points\n\n- My own point.") }
	for _, c := range []struct {
		name string
		lose func(*vault)
		edit func(*vault)
	}{
		{"the file is gone", func(v *vault) { v.remove(compiler.StateName) }, nil},
		{"the file is damaged", func(v *vault) { v.write(compiler.StateName, "{bad") }, nil},
		{"all is gone", func(v *vault) { v.remove(".memoria/state"); v.remove(".memoria/cache") }, nil},
		{"the file is gone, and a person edited", func(v *vault) { v.remove(compiler.StateName) }, edited},
		{"all is gone, and a person edited", func(v *vault) { v.remove(".memoria/state") }, edited},
	} {
		t.Run(c.name, func(t *testing.T) {
			control, lost := harborVault(t), harborVault(t)
			for _, v := range []*vault{control, lost} {
				v.turn(0)
				v.turn(1)
				if c.edit != nil {
					c.edit(v)
				}
			}
			c.lose(lost)
			for _, v := range []*vault{control, lost} {
				v.turn(2)
				v.turn(3)
			}
			must.Text(t, part(lost.read(turned), "History"), "what was taken back is not in the history:\n%s", lost.read(turned)).Has("Until 2026-11-21: Use SQLite")
			sameFiles(t, control.pages(), lost.pages())
			p, err := lost.c.Desk().List(t.Context())
			must.Hold(t, err == nil && len(p) == 0, "proposals: %v, %v", p, err)
			lost.settled(compiler.Options{All: true})
			sameFiles(t, control.pages(), lost.pages())
		})
	}
}
