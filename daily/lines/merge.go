// Package lines merges texts line by line, and reads the conflict marks that git leaves in them.
package lines

import "slices"

// Merge merges two versions of lines. Where both put other lines in one place, both stay, in the order of their bytes.
func Merge(base, a, b []string) []string {
	if slices.Equal(a, b) || slices.Equal(base, b) {
		return a
	}
	if slices.Equal(base, a) {
		return b
	}
	x, y := Compare(base, a), Compare(base, b)
	var out []string
	for n := range len(base) + 1 {
		out = append(out, both(x.Added[n], y.Added[n])...)
		if n < len(base) && x.Kept[n] && y.Kept[n] {
			out = append(out, base[n])
		}
	}
	return out
}

// both merges two runs of lines in one place. What they have in common is there once.
func both(a, b []string) []string {
	if len(a) == 0 || slices.Equal(a, b) {
		return b
	}
	if slices.Compare(a, b) > 0 {
		a, b = b, a
	}
	c := Compare(a, b)
	var out, mine, theirs []string
	put := func() {
		if slices.Compare(mine, theirs) > 0 {
			mine, theirs = theirs, mine
		}
		out, mine, theirs = append(append(out, mine...), theirs...), nil, nil
	}
	for n := range len(a) + 1 {
		theirs = append(theirs, c.Added[n]...)
		switch {
		case n == len(a):
		case c.Kept[n]:
			put()
			out = append(out, a[n])
		default:
			mine = append(mine, a[n])
		}
	}
	put()
	return out
}

// Changes are what made one list of lines of another.
type Changes struct {
	Kept  []bool     // of the old lines
	Added [][]string // before each old line, and at the end
}

// mostCells bounds the work of a comparison. Beyond it the middle of the two lists counts as different.
const mostCells = 4 << 20

// Compare compares lists of lines by their longest common subsequence.
func Compare(old, new []string) Changes {
	c := Changes{make([]bool, len(old)), make([][]string, len(old)+1)}
	i, j := 0, 0
	for i < min(len(old), len(new)) && old[i] == new[i] {
		c.Kept[i] = true
		i++
	}
	end := len(old)
	rest := len(new)
	for j = i; end > i && rest > j && old[end-1] == new[rest-1]; end, rest = end-1, rest-1 {
		c.Kept[end-1] = true
	}
	if (end-i)*(rest-j) > mostCells {
		c.Added[i] = new[j:rest]
		return c
	}
	long := suffixes(old[i:end], new[j:rest])
	for first, from := i, j; i < end || j < rest; {
		switch {
		case i < end && j < rest && old[i] == new[j]:
			c.Kept[i] = true
			i, j = i+1, j+1
		case i < end && (j == rest || long[i+1-first][j-from] >= long[i-first][j+1-from]):
			i++
		default:
			c.Added[i] = append(c.Added[i], new[j])
			j++
		}
	}
	return c
}

// suffixes returns the lengths of the longest common subsequences of all ends of two lists.
func suffixes(a, b []string) [][]int32 {
	out := make([][]int32, len(a)+1)
	for i := range out {
		out[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if out[i][j] = max(out[i+1][j], out[i][j+1]); a[i] == b[j] {
				out[i][j] = out[i+1][j+1] + 1
			}
		}
	}
	return out
}
