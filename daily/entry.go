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
	Trusts     = entry.Trusts
	Distrusts  = entry.Distrusts
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

// EntryID identifies a stretch of a session by its last row.
func EntryID(agent, session, to string) string { return entry.EntryID(agent, session, to) }

// RedoID returns the id of the entry that summarises another one again.
func RedoID(id string) string { return entry.RedoID(id) }

// Wrote reports whether a block id is the one that a line of an entry got when it was written.
func Wrote(id, text, block string) bool { return entry.Wrote(id, text, block) }

// LineRef identifies a line of a log permanently.
func LineRef(log, block, text string) string { return entry.LineRef(log, block, text) }

// LineHash identifies a line of an entry without its words.
func LineHash(id, text string) string { return entry.LineHash(id, text) }

// Closer returns the line that ends the entry of an id.
func Closer(id string) string { return entry.Closer(id) }

// OwnerIn returns the id of the machine whose log a file is, "" if it does not tell.
func OwnerIn(file []byte) string { return entry.OwnerIn(file) }
