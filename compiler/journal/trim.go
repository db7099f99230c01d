package journal

import (
	"path"
	"slices"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// trimJournal removes the oldest changes, and the undos of these. Errors are ignored: a change that stays is harmless.
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
	slices.Sort(idle) // a change goes before its undo, lest it counts as standing after a crash
	if err := j.Store.Vault.RemoveAllOf(layout.Undo, idle); err != nil {
		j.Store.Log.Warn("remove old entries of the journal", "error", err)
	}
}

// spentOf returns the entries that no undo needs: all changes but the last KeptChanges that stand and as many that were
// undone, and undos of changes that are gone. Without them, the same changes count as undone.
func spentOf(ids []int, all []*Entry, undone map[int]bool) map[int]bool {
	spent, known := map[int]bool{}, map[int]bool{}
	count := map[bool]int{} // by whether they were undone
	for _, ch := range slices.Backward(all) {
		if ch.What != undoing {
			count[undone[ch.ID]]++
			spent[ch.ID] = count[undone[ch.ID]] > KeptChanges
		}
	}
	for _, ch := range all {
		known[ch.ID] = true
		if ch.What == undoing && (spent[ch.Undoes] || !known[ch.Undoes]) {
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
