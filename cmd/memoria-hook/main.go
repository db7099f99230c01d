// Command memoria-hook does what `memoria hook` does. It is a small program that starts faster, so the agent waits
// less. It lies beside memoria; memoria install configures agents to run it if it is there.
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
