package daily

import (
	"flag"
	"os"
)

// A few draws find what breaks often; MEMORIA_LONG=1 takes the hundred that are usual.
func init() {
	if os.Getenv("MEMORIA_LONG") == "" {
		flag.Set("rapid.checks", "25")
	}
}
