package claude

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/fsutil/must"
)

// installHere makes this test's program an installer: state folder, settings, binary.
const installHere = "CLAUDE_TEST_INSTALL"

func TestMain(m *testing.M) {
	if args := os.Getenv(installHere); args != "" {
		a := strings.Split(args, "\n")
		in := &Installer{StateDir: a[0]}
		if _, err := in.Install(context.Background(), a[1], hookline.Command{Binary: a[2], Vault: "/v"}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) // a process with -race else sleeps a second at its end
	os.Exit(m.Run())
}

// 20 installers of two binaries, each a process, while another program rewrites "model".
func TestParallelInstalls(t *testing.T) {
	b := newBench(t)
	b.write(b.path, `{"model": "0" /* theirs */}`)
	const n, quiet = 20, 6 // the last ones find the other program gone
	var wg sync.WaitGroup
	var ended atomic.Int32
	for i := range n {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), installHere+"="+strings.Join([]string{b.in.StateDir, b.path, fmt.Sprintf("/bin%d/memoria", i%2)}, "\n"))
		wg.Go(func() {
			defer ended.Add(1)
			out, err := cmd.CombinedOutput()
			must.Hold(t, err == nil, "installer %d: %v: %s", i, err, out)
		})
	}
	model := regexp.MustCompile(`"model": "\d+"`)
	last := ""
	for i := 1; ended.Load() < n-quiet; i++ {
		s := b.read(b.path)
		last = fmt.Sprintf(`"model": "%d"`, i)
		temp := filepath.Join(b.home, "temp")
		must.Do(t, os.WriteFile(temp, []byte(model.ReplaceAllString(s, last)), 0o600))
		must.Do(t, os.Rename(temp, b.path))
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
	got := b.read(b.path)
	binary := "/bin0/memoria"
	if strings.Contains(got, "/bin1/") {
		binary = "/bin1/memoria"
	}
	installedOnce(t, got, hookline.Command{Binary: binary, Vault: "/v"})
	must.Hold(t, strings.Contains(got, last) && strings.Contains(got, "/* theirs */"), "%s is lost:\n%s", last, got)
	b.uninstall()
	must.Equal(t, b.read(b.path), `{`+last+` /* theirs */}`, "uninstall gave")
}
