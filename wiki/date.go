package wiki

import (
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Date is a calendar day as it is written in file names and properties, 2026-11-27. As the target of a citation it
// names a log: in a shared vault the machine that writes it follows, 2026-11-27@laptop.
type Date string

// Day returns the calendar day, without the machine.
func (d Date) Day() Date {
	day, _, _ := strings.Cut(string(d), "@")
	return Date(day)
}

// Link writes a link to the log.
func (d Date) Link() string {
	if day := d.Day(); day != d {
		return wikilink.Ref(string(d), "", string(day), false)
	}
	return wikilink.Ref(string(d), "", "", false)
}

// ParseDate reads a day, alone or with a time of day behind it as Obsidian writes one.
func ParseDate(s string) (Date, bool) {
	if len(s) > 10 && (s[10] == 'T' || s[10] == ' ') {
		s = s[:10]
	}
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return "", false
	}
	if entry.PlainDay(s) {
		return Date(s), true
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", false
	}
	return Date(s), true
}

// ParseLog reads the name of a log: a day, in a shared vault with the machine that writes the log behind an at sign.
func ParseLog(s string) (Date, bool) {
	day, machine, shared := strings.Cut(s, "@")
	if len(day) != len(time.DateOnly) || shared && !entry.IsMachine(machine) {
		return "", false
	}
	_, ok := ParseDate(day)
	return Date(s), ok
}
