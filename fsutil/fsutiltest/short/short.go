// Package short, imported for its effect, has rapid make few draws in tests, and the same in every run: they find what
// breaks often. MEMORIA_LONG=1 makes the hundred that are usual, and others each time.
package short

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // has the flags
)

func init() {
	if os.Getenv("MEMORIA_LONG") == "" {
		flag.Set("rapid.checks", "15")
		flag.Set("rapid.seed", "20261128")
	}
}
