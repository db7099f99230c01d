package daily

import (
	"flag"
	"os"
	"testing"
	"time"
	_ "time/tzdata"
)

// A few draws find what breaks often; MEMORIA_LONG=1 takes the hundred that are usual, and others
// each time.
func init() {
	if os.Getenv("MEMORIA_LONG") == "" {
		flag.Set("rapid.checks", "15")
		flag.Set("rapid.seed", "20261128") // the same draws in every run
	}
}

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func mustDate(t testing.TB, s string) Date {
	t.Helper()
	d, err := ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
