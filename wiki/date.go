package wiki

import (
	"time"
)

// A Date is a calendar day as it is written in file names and properties: 2026-11-27.
type Date string

// ParseDate reads a day, alone or with a time of day behind it as Obsidian writes one.
func ParseDate(s string) (Date, bool) {
	if len(s) > 10 && (s[10] == 'T' || s[10] == ' ') {
		s = s[:10]
	}
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return "", false
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", false
	}
	return Date(s), true
}
