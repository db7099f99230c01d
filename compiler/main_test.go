package compiler_test

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if !long() { // a check is dozens of runs, each of which syncs files
		for name, value := range map[string]string{"rapid.checks": "2", "rapid.steps": "20", "rapid.seed": "20261128", "rapid.nofailfile": "true"} {
			if err := flag.Set(name, value); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
