package entry

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// A Date names a log: a day of the calendar, from 0001-01-01 to 9999-12-31, in no zone, and in a shared vault the
// machine that writes the log. It is comparable with ==. Its zero value is 0001-01-01, for which there is no log.
//
// Arithmetic counts days, not hours, and ignores the machine: a day that lasts 23 or 25 hours, or whose midnight a
// clock change skipped, is one day like any other.
type Date struct {
	n       int32 // days since 0001-01-01
	machine string
}

const (
	day      = 24 * 60 * 60
	lastDate = 3652058 // 9999-12-31
)

var epoch = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix()

// ParseDate reads the form that names a log: "2026-11-27", or "2026-11-27@laptop" for that of a machine.
func ParseDate(s string) (Date, error) {
	name, machine, shared := strings.Cut(s, "@")
	t, err := parseDay(name)
	if err != nil || t.Year() < 1 {
		return Date{}, fmt.Errorf("date %q is not a day of the form 2006-01-02", s)
	}
	if shared && !IsMachine(machine) {
		return Date{}, fmt.Errorf("date %q does not end in the name of a machine, of at most %d of a-z, 0-9 and -", s, machineMost)
	}
	return dayOf(t).On(machine), nil
}

// PlainDay reports whether a text is a day as it is written, and one that every month has, so that no calendar is asked.
func PlainDay(s string) bool {
	if len(s) != len(time.DateOnly) || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i, c := range []byte(s) {
		if (c < '0' || c > '9') && i != 4 && i != 7 {
			return false
		}
	}
	month, day := two(s[5:]), two(s[8:])
	return month >= 1 && month <= 12 && day >= 1 && day <= 28
}

// two returns the number of two digits.
func two(s string) int { return 10*int(s[0]-'0') + int(s[1]-'0') }

func parseDay(s string) (time.Time, error) {
	if PlainDay(s) {
		return time.Date(100*two(s)+two(s[2:]), time.Month(two(s[5:])), two(s[8:]), 0, 0, 0, 0, time.UTC), nil
	}
	return time.Parse(time.DateOnly, s)
}

const machineMost = 20 // bytes of a machine's name

// IsMachine reports whether s can name a machine: 1 to 20 of a-z, 0-9 and -.
func IsMachine(s string) bool {
	return s != "" && len(s) <= machineMost && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// Day returns the calendar day, without the machine.
func (d Date) Day() Date { return Date{n: d.n} }

// On returns the log of the day that a machine writes; "" names the log that no machine owns.
func (d Date) On(machine string) Date { return Date{d.n, machine} }

// Has reports whether d names a log: that one, or its day.
func (d Date) Has(log Date) bool { return d == log || d == log.Day() }

// Is reports whether a text names the log d, or its day.
func (d Date) Is(name string) bool { return name == d.String() || name == d.Day().String() }

// Machine returns the name of the machine that writes the log, "" for the log that no machine owns.
func (d Date) Machine() string { return d.machine }

// DateOf returns the day of t in zone; a nil zone means t's own. A time outside the years 1 to 9999 gives
// the nearest day that a Date can hold.
func DateOf(t time.Time, zone *time.Location) Date {
	if zone != nil {
		t = t.In(zone)
	}
	y, m, d := t.Date()
	return dayOf(time.Date(y, m, d, 12, 0, 0, 0, time.UTC))
}

// dayOf returns the day of a time in UTC.
func dayOf(t time.Time) Date { return clamp((t.Unix() - epoch) / day) }

func clamp(n int64) Date { return Date{n: int32(min(max(n, 0), lastDate))} }

// AddDays returns the day n days later, earlier when n is negative, within what a Date can hold.
func (d Date) AddDays(n int) Date { return clamp(int64(d.n) + int64(min(max(n, -lastDate), lastDate))) }

// Sub returns the number of days from o to d.
func (d Date) Sub(o Date) int { return int(d.n) - int(o.n) }

// Compare is negative when d is before o, positive when it is after: by day, then by machine.
func (d Date) Compare(o Date) int { return cmp.Or(d.Sub(o), cmp.Compare(d.machine, o.machine)) }

// IsZero reports whether d was never set.
func (d Date) IsZero() bool { return d.n == 0 }

// At returns a time of day on d in zone. Where a clock change skips or repeats that time it is one of the
// instants next to it; noon exists on every day.
func (d Date) At(hour, minute int, zone *time.Location) time.Time {
	y, m, dd := d.noon().Date()
	return time.Date(y, m, dd, hour, minute, 0, 0, zone)
}

func (d Date) noon() time.Time { return time.Unix(epoch+int64(d.n)*day+day/2, 0).UTC() }

// String returns d as "2026-11-27" or "2026-11-27@laptop".
func (d Date) String() string {
	year, month, date := d.noon().Date()
	b := make([]byte, 0, len(time.DateOnly)+1+machineMost)
	for i, n := range [...]int{year / 100, year % 100, int(month), date} {
		if i > 1 {
			b = append(b, '-')
		}
		b = append(b, '0'+byte(n/10), '0'+byte(n%10))
	}
	if d.machine != "" {
		b = append(append(b, '@'), d.machine...)
	}
	return string(b)
}

// MarshalText is [Date.String], so that a Date can stand in JSON, also as a key.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText is [ParseDate].
func (d *Date) UnmarshalText(b []byte) error {
	v, err := ParseDate(string(b))
	if err == nil {
		*d = v
	}
	return err
}

// HoldsDate reports whether a file name has a day in it.
func HoldsDate(name string) bool {
	const form = len("2006-01-02")
	for i := 0; i+form <= len(name); i++ {
		if _, err := ParseDate(name[i : i+form]); err == nil {
			return true
		}
	}
	return false
}
