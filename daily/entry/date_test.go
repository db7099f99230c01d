package entry

import (
	"encoding/json"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"

	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
)

func zone(t must.T, name string) *time.Location {
	return must.Get(time.LoadLocation(name))(t)
}

func mustDate(t testing.TB, s string) Date {
	t.Helper()
	return must.Get(ParseDate(s))(t)
}

func TestDateTakesOnlyDays(t *testing.T) {
	for _, s := range []string{"2026-11-27", "0001-01-01", "9999-12-31", "2024-02-29"} {
		must.Equal(t, mustDate(t, s).String(), s, "%s: got", s)
	}
	for _, s := range []string{
		"", "2026-11-7", "2026-13-01", "2026-00-10", "2026-02-29", "2026-02-30", "0000-01-01", "2026-11-27 ", " 2026-11-27", "2026/11/27",
		"+026-11-27", "2026-+1-27", "2026-11-27-1", "20261127", "２０２６-11-27", "2026-11-27\n", "2026-04-31", "-001-01-01",
	} {
		d, err := ParseDate(s)
		must.Hold(t, err != nil, "%q: read as %s", s, d)
	}
}

// Yesterday is a day of the calendar, not 24 hours. Midnight may not exist. The
// day is the one of the zone.
func TestDateOf(t *testing.T) {
	for _, c := range []struct {
		zone      string
		local     string
		day, prev string
	}{
		{"America/Chicago", "2026-11-01 23:30", "2026-11-01", "2026-10-31"},
		{"America/Santiago", "2026-09-06 01:00", "2026-09-06", "2026-09-05"},
		{"Africa/Cairo", "2026-04-24 01:00", "2026-04-24", "2026-04-23"},
		{"America/Phoenix", "2026-08-08 18:00", "2026-08-08", "2026-08-07"},
		{"Pacific/Kiritimati", "2026-01-01 00:00", "2026-01-01", "2025-12-31"},
		{"Europe/Berlin", "2026-03-29 00:30", "2026-03-29", "2026-03-28"},
		{"Pacific/Apia", "2011-12-31 00:00", "2011-12-31", "2011-12-30"}, // the zone had no 30th, the calendar does
	} {
		z := zone(t, c.zone)
		at := must.Get(time.ParseInLocation("2006-01-02 15:04", c.local, z))(t)
		d := DateOf(at.UTC(), z)
		must.Hold(t, d.String() == c.day && d.AddDays(-1).String() == c.prev, "%s in %s: day %s, the day before %s", c.local, c.zone, d, d.AddDays(-1))
		noon := d.At(12, 0, z)
		must.Hold(t, DateOf(noon, z) == d && noon.Hour() == 12, "%s in %s: noon is %s", c.local, c.zone, noon)
	}
}

func TestDateCountsByTheCalendar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date{n: rapid.Int32Range(0, lastDate).Draw(t, "day")}.On(rapid.StringMatching(`([a-z0-9-]{1,20})?`).Draw(t, "machine"))
		n := rapid.IntRange(-4e6, 4e6).Draw(t, "n")
		e := d.AddDays(n)
		want := int(d.n) + n
		must.Be(t, want < 0 || want > lastDate || e.Sub(d) == n, "%s + %d = %s", d, n, e)
		for _, x := range []Date{d, e} {
			y, err := ParseDate(x.String())
			must.Be(t, err == nil && y == x, "%s reads as %s, %v", x, y, err)
			z := DateOf(x.At(0, 0, time.UTC), nil)
			must.Be(t, z == x.Day() && x.Day().On(x.Machine()) == x, "%s made of its parts is %s", x, z)
		}
		must.Be(t, (d.Compare(e) < 0) == (d.String() < e.String()), "%s and %s compare as %d", d, e, d.Compare(e))
	})
}

func TestDateInJSON(t *testing.T) {
	in := map[Date]Date{mustDate(t, "2026-11-27@laptop"): mustDate(t, "2024-02-29")}
	b, err := json.Marshal(in)
	must.Be(t, err == nil && string(b) == `{"2026-11-27@laptop":"2024-02-29"}`, "%s, %v", b, err)
	var out map[Date]Date
	if err := json.Unmarshal(b, &out); err != nil || out[mustDate(t, "2026-11-27@laptop")] != mustDate(t, "2024-02-29") {
		t.Fatalf("%v, %v", out, err)
	}
	var d Date
	for _, no := range []string{"2026-02-30", "2026-02-03@", "2026-02-03@Laptop", "2026-02-03@a.b", "2026-02-03@a@b", "2026-02-03@aaaaaaaaaaaaaaaaaaaaa"} {
		must.Be(t, json.Unmarshal([]byte(`"`+no+`"`), &d) != nil && d.IsZero(), "took %s as %s", no, d)
	}
}
