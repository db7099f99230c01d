package daily

import (
	"fmt"
	"time"
)

// A Date is a day of the calendar, from 0001-01-01 to 9999-12-31, in no zone. It is comparable with ==. Its
// zero value is 0001-01-01, for which there is no log.
//
// Arithmetic counts days, not hours: a day that lasts 23 or 25 hours, or whose midnight a clock change
// skipped, is one day like any other.
type Date struct{ n int32 } // days since 0001-01-01

const (
	day      = 24 * 60 * 60
	lastDate = 3652058 // 9999-12-31
)

var epoch = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix()

// ParseDate reads the form that names a log, "2026-11-27".
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return Date{}, fmt.Errorf("date %q is not a day of the form 2006-01-02", s)
	}
	return dayOf(t), nil
}

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

func clamp(n int64) Date { return Date{int32(min(max(n, 0), lastDate))} }

// AddDays returns the day n days later, earlier when n is negative, within what a Date can hold.
func (d Date) AddDays(n int) Date { return clamp(int64(d.n) + int64(min(max(n, -lastDate), lastDate))) }

// Sub returns the number of days from o to d.
func (d Date) Sub(o Date) int { return int(d.n) - int(o.n) }

// Compare is negative when d is before o, positive when it is after.
func (d Date) Compare(o Date) int { return d.Sub(o) }

// IsZero reports whether d was never set.
func (d Date) IsZero() bool { return d.n == 0 }

// At returns a time of day on d in zone. Where a clock change skips or repeats that time it is one of the
// instants next to it; noon exists on every day.
func (d Date) At(hour, minute int, zone *time.Location) time.Time {
	y, m, dd := d.noon().Date()
	return time.Date(y, m, dd, hour, minute, 0, 0, zone)
}

// Year returns the calendar year.
func (d Date) Year() int { return d.noon().Year() }

// Month returns the month of the year.
func (d Date) Month() time.Month { return d.noon().Month() }

// Day returns the day of the month.
func (d Date) Day() int { return d.noon().Day() }

func (d Date) noon() time.Time { return time.Unix(epoch+int64(d.n)*day+day/2, 0).UTC() }

// String returns d as "2026-11-27".
func (d Date) String() string { return d.noon().Format(time.DateOnly) }

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
