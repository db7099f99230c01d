package prose

import (
	"fmt"
	"strings"
)

// Count returns a number with its noun: 1 page, 2 pages, 2 entries.
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return fmt.Sprint(n, " ", stem, "ies")
	}
	return fmt.Sprint(n, " ", one, "s")
}

// Bit returns 1 for true.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
