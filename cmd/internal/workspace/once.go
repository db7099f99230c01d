package workspace

import (
	"sync"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// reads is what one run read and found out.
type reads struct {
	pages  seen.Files[*wiki.Page]
	logs   seen.Files[*daily.Log]
	state  state.Kept
	memory func() *holds.Memory
}

// ReadOnce has the stores of the vault read a file once, and what they read judged once, until done is called: for a run that
// looks at all of a vault several times. tick is the file system's clock of now, see [fsutil.Dir.Tick]; with twice the run reads
// no page more than two times.
func (v *Vault) ReadOnce(tick int64, twice bool) (done func()) {
	r := &reads{memory: sync.OnceValue(func() *holds.Memory { return holds.Load(v.Dir) })}
	r.pages.Tick, r.logs.Tick, r.pages.Twice = tick, tick, twice
	if !v.reads.CompareAndSwap(nil, r) {
		return func() {}
	}
	return func() { v.reads.Store(nil) }
}

// Memory holds what is known of the lines that were compared.
func (v *Vault) Memory() *holds.Memory {
	if r := v.reads.Load(); r != nil {
		return r.memory()
	}
	return holds.Load(v.Dir)
}
