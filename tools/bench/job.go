package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// A job is a command that is measured.
type job struct {
	what    string
	against string       // the job that it is compared with, by what; "" for none
	before  func() error // makes what the command finds, each time; may be nil
	dir     string
	argv    []string
	wall    []time.Duration
	cpu     []time.Duration
	peak    int64 // bytes
}

// A world is the folder in which all is measured.
type world struct {
	ctx     context.Context
	dir     *fsutil.Dir
	memoria string
	self    string
	env     []string
}

// newWorld builds memoria as it is released, with a home of its own.
func newWorld(ctx context.Context, folder string) (*world, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	w := &world{ctx: ctx}
	if w.dir, err = fsutil.CreateDir(folder, 0o755); err != nil {
		return nil, err
	}
	if w.self, err = os.Executable(); err != nil {
		return nil, err
	}
	w.memoria = w.at("memoria")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", w.memoria, "./cmd/memoria")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build memoria: %w", err)
	}
	home := w.at("home")
	config := "[user]\n\tname = ana\n\temail = ana@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n"
	if _, err := w.dir.WriteFile("home/.gitconfig", []byte(config), 0o644); err != nil {
		return nil, err
	}
	w.env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "MEMORIA_COMPILE_INTERVAL_MIN=0", "MEMORIA_TZ=Europe/Berlin"}
	return w, nil
}

func (w *world) at(name string) string { return filepath.Join(w.dir.Path(), filepath.FromSlash(name)) }

// do runs a command that is not measured.
func (w *world) do(argv ...string) error {
	c := exec.CommandContext(w.ctx, argv[0], argv[1:]...)
	c.Env, c.Dir = w.env, w.dir.Path()
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out)
	}
	return nil
}

// measure runs jobs by turns, so that what else the machine does meets all alike.
func (w *world) measure(jobs []*job, runs int) error {
	for range runs {
		for _, j := range jobs {
			if err := w.once(j); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *world) once(j *job) error {
	if j.before != nil {
		if err := j.before(); err != nil {
			return fmt.Errorf("prepare %q: %w", j.what, err)
		}
	}
	c := exec.CommandContext(w.ctx, j.argv[0], j.argv[1:]...)
	c.Env, c.Dir = w.env, cmp.Or(j.dir, w.dir.Path())
	began := time.Now()
	out, err := c.CombinedOutput()
	took := time.Since(began)
	if exit := new(exec.ExitError); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1 says that something was found
		return fmt.Errorf("%s: %w\n%s", strings.Join(j.argv, " "), err, out)
	}
	j.wall = append(j.wall, took)
	j.cpu = append(j.cpu, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	j.peak = max(j.peak, peakOf(c.ProcessState))
	return nil
}

// peakOf returns the most memory that a process had, in bytes, where Linux tells.
func peakOf(p *os.ProcessState) int64 {
	if use := reflect.Indirect(reflect.ValueOf(p.SysUsage())); runtime.GOOS == "linux" {
		return use.FieldByName("Maxrss").Int() << 10
	}
	return 0
}

func median(list []time.Duration) time.Duration {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

// table returns the rows of jobs.
func table(jobs []*job) (rows []string) {
	for _, j := range jobs {
		ratio := ""
		for _, o := range jobs {
			if o.what == j.against {
				ratio = fmt.Sprintf("%.2f", float64(median(j.wall))/float64(median(o.wall)))
			}
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %d MB | %s | %s |", j.what, millis(median(j.wall)), millis(median(j.cpu)), j.peak>>20, j.against, ratio))
	}
	return rows
}

func millis(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// floor looks at all files below a folder, or reads them, and does nothing else.
func floor(what, dir string) error {
	return filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.HasPrefix(e.Name(), ".") && name != dir:
			return fs.SkipDir
		case e.IsDir():
			return nil
		case what == "read":
			_, err = os.ReadFile(name)
		default:
			_, err = e.Info()
		}
		return err
	})
}
