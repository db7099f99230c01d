package search

import "math/bits"

// Eight bytes of a text are looked at together, the first of them the lowest.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// letters has the high bit of each byte set that is a letter or a digit of ASCII.
func letters(eight uint64) uint64 {
	seven := eight &^ highs
	small := seven | 0x20*ones
	// What is added carries a byte over its high bit from a certain character on.
	letter := (small + (0x80-'a')*ones) &^ (small + (0x7f-'z')*ones)
	digit := (seven + (0x80-'0')*ones) &^ (seven + (0x7f-'9')*ones)
	return (letter | digit) & highs &^ eight
}

// firstOf is how many of the eight bytes stand before the first one that is marked by its high bit.
func firstOf(marks uint64) int { return bits.TrailingZeros64(marks) >> 3 }

// zeros has the high bit set of the first byte that is zero, and perhaps of some behind it.
func zeros(eight uint64) uint64 { return (eight - ones) &^ eight & highs }
