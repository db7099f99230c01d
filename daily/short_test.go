package daily

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/agent-admin/memoria/fsutil/must"
)

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func mustDate(t testing.TB, s string) Date {
	t.Helper()
	d := must.Get(ParseDate(s))(t)
	return d
}
