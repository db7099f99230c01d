package entry

import "slices"

// shortest is how many characters of a session's id are shown at least.
const shortest = 8

// Short returns a function that gives the beginning of a session's id that no other of ids has, of eight characters or more.
func Short(ids []string) func(id string) string {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	need := make(map[string]int, len(ids))
	for i, id := range ids[min(1, len(ids)):] {
		alike, last := 0, ids[i]
		for alike < min(len(id), len(last)) && id[alike] == last[alike] {
			alike++
		}
		need[last], need[id] = max(need[last], alike+1), alike+1
	}
	return func(id string) string { return id[:min(len(id), max(shortest, need[id]))] }
}
