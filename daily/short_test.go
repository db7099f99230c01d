package daily

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/agent-admin/memoria/fsutil/must"
)

func zone(t must.T, name string) *time.Location {
	return must.Get(time.LoadLocation(name))(t)
}

func mustDate(t testing.TB, s string) Date {
	t.Helper()
	return must.Get(ParseDate(s))(t)
}
