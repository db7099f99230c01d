package mention

import (
	"flag"
	"os"
)

// A few draws find common faults; MEMORIA_LONG=1 takes the usual hundred, different ones each time.
func init() {
	if os.Getenv("MEMORIA_LONG") == "" {
		flag.Set("rapid.checks", "15")
		flag.Set("rapid.seed", "20261128") // the same draws in every run
	}
}
