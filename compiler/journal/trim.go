package journal

import (
	"path"
	"slices"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// trimJournal removes the oldest changes, and the undos that a redo has taken back. Errors are ignored: a change that
// stays is harmless.
func (j *Journal) trimJournal() {
	ids, err := j.journalIDs()
	if err != nil || len(ids) <= 1 {
		return
	}
	spent := map[int]bool{}
	if len(ids) > KeptChanges {
		all, undone, err := j.history(head)
		if err != nil {
			return
		}
		spent = spentOf(ids, all, undone)
	}
	total := int64(0)
	var idle []string
	for i, id := range slices.Backward(ids) {
		info, err := j.Store.Vault.Stat(journalName(id))
		if err != nil {
			continue
		}
		if total += info.Size(); i < len(ids)-1 && (spent[id] || total > maxJournal) {
			idle = append(idle, path.Base(journalName(id)))
		}
	}
	slices.Sort(idle) // an undo goes before the redo that took it back, lest it counts again after a crash
	if err := j.Store.Vault.RemoveAllOf(layout.Undo, idle); err != nil {
		j.Store.Log.Warn("remove old entries of the journal", "error", err)
	}
}

// spentOf returns the entries that no undo and no redo needs: all changes but the last KeptChanges that stand or can
// come back, undos that were taken back and what took them back, and undos of changes that are gone. Without them, the
// same changes count as undone.
func spentOf(ids []int, all []*Entry, undone map[int]bool) map[int]bool {
	spent, known := map[int]bool{}, map[int]bool{}
	standing, past := 0, 0 // past: undone, and beyond a redo
	var back map[int]bool  // what was undone since the last change
	newest := true
	for _, ch := range slices.Backward(all) {
		if ch.What == undoing {
			if newest {
				put(&back, ch.Undoes, true)
			}
			continue
		}
		newest = false
		count := &standing
		if undone[ch.ID] && !back[ch.ID] {
			count = &past
		}
		if *count++; *count > KeptChanges {
			spent[ch.ID] = true
		}
	}
	for _, ch := range all {
		known[ch.ID] = true
		if ch.What == undoing && (undone[ch.ID] || spent[ch.Undoes] || !known[ch.Undoes]) {
			spent[ch.ID] = true
		}
	}
	for i, id := range ids { // damaged ones
		if !known[id] && len(ids)-i > KeptChanges {
			spent[id] = true
		}
	}
	return spent
}
