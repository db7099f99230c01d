package entry

import (
	"flag"
	"os"
)

// A few draws find what breaks often; MEMORIA_LONG=1 takes the hundred that are usual, and others
// each time.
func init() {
	if os.Getenv("MEMORIA_LONG") == "" {
		flag.Set("rapid.checks", "15")
		flag.Set("rapid.seed", "20261128") // the same draws in every run
	}
}
