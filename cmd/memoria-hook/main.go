// Command memoria-hook is `memoria hook` as a small program of its own, which an agent waits less for. It lies beside
// memoria, and memoria install has agents run it where it finds it there.
package main

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/agent-admin/memoria/cmd/internal/agent"
)

func main() {
	self, _ := os.Executable()
	memoria := filepath.Join(filepath.Dir(self), "memoria")
	if runtime.GOOS == "windows" {
		memoria += ".exe"
	}
	agent.Main(memoria, os.Args[1:])
}
