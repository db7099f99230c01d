package daily

// Sessions counts the sessions that entries are of. One may have several entries, and counts once; what a person
// wrote or settled, and what an agent noted outside of any, is of none.
func Sessions(entries []*Dated) int {
	seen := map[[2]string]bool{}
	for _, e := range entries {
		if _, settles := e.Settlement(); e.Session != "" && !settles {
			seen[[2]string{e.Agent, e.Session}] = true
		}
	}
	return len(seen)
}
