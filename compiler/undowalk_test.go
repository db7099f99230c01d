package compiler_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestUndoWalk: after any walk of changes and undos the pages are what a stack says.
func TestUndoWalk(t *testing.T) {
	start := linked(t)
	must.Do(t, start.c.Vault.RemoveAllOf(".memoria/state/undo", undoNames(start)))
	rapid.Check(t, func(rt *rapid.T) {
		v := copyVault(t, start)
		v.t = rt
		shots := []map[string]string{v.pages()} // before the first change that can be undone, and after each
		at, changes := 0, 0
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "change") {
				changes++
				from := "wiki/concepts/sidecar.md"
				for name := range v.pages() {
					if len(name) > 19 && name[:19] == "wiki/concepts/guard" {
						from = name
					}
				}
				must.Get(refactor.Move(context.Background(), v.c.Journal(), from, fmt.Sprintf("guard %d", changes), false))(rt)
				shots = append(shots[:at+1:at+1], v.pages())
				if at++; at > journal.KeptChanges {
					shots, at = shots[1:], at-1
				}
			} else {
				_, err := v.c.Journal().Undo(context.Background(), journal.UndoOptions{})
				must.Be(rt, (at <= 0 || err == nil) && (at != 0 || errors.As(err, new(*journal.NothingToUndoError))), "undo of %d changes: %v", at, err)
				at = max(at-1, 0)
			}
			sameFiles(rt, shots[at], v.pages())
		}
	})
}

func undoNames(v *vault) []string {
	names := must.Get(v.c.Vault.ReadNames(".memoria/state/undo"))(v.t)
	return names
}
