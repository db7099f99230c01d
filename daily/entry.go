package daily

import (
	"time"

	"github.com/agent-admin/memoria/daily/entry"
)

// What an entry is: see package entry.
type (
	Date       = entry.Date
	Entry      = entry.Entry
	Summary    = entry.Summary
	Bullet     = entry.Bullet
	Kind       = entry.Kind
	Settlement = entry.Settlement
	Control    = entry.Control
	Machine    = entry.Machine
	Speaker    = entry.Speaker
)

// The kinds of bullets.
const (
	Decision   = entry.Decision
	Lesson     = entry.Lesson
	Preference = entry.Preference
	Fact       = entry.Fact
	Action     = entry.Action
	Exchange   = entry.Exchange
)

// What controls say.
const (
	Forgot     = entry.Forgot
	ForgotDone = entry.ForgotDone
	Gone       = entry.Gone
	Back       = entry.Back
)

const (
	Settler   = entry.Settler
	Forgotten = entry.Forgotten
	Unproved  = entry.Unproved
)

// ParseDate reads the form that names a log, "2026-11-27" or "2026-11-27@laptop".
func ParseDate(s string) (Date, error) { return entry.ParseDate(s) }

// DateOf returns the day of t in zone; a nil zone means t's own.
func DateOf(t time.Time, zone *time.Location) Date { return entry.DateOf(t, zone) }

// LineRef identifies a line of a log permanently.
func LineRef(log, block, text string) string { return entry.LineRef(log, block, text) }
