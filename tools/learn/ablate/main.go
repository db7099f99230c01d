// Command ablate measures what the extractive author is worth without each family of its features and without each
// class of words in flush/extract/sentence/cues. It is run in the root of the module:
//
//	go run ./tools/learn/ablate -labels DIR -sessions DIR,DIR -work DIR >tools/learn/testdata/ablation.md
//
// It builds in the folder of -work.
//
// The source is not changed: each class is replaced by an empty one with go build -overlay. The scores are
// those of tools/learn, which this program builds, on projects that the ranker was not trained on; it is trained
// anew each time. Beside the scores stand the cases of flush/extract/testdata/cases that fail without the class, by file.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/fsutil"
)

func main() {
	labels := flag.String("labels", "", "folder of the labels")
	sessions := flag.String("sessions", "", "folders of the transcripts, separated by commas")
	work := flag.String("work", "", "folder to build in")
	flag.Parse()
	if err := run(*labels, *sessions, *work); err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

func run(labels, sessions, work string) error {
	if work == "" {
		return errors.New("name a folder to build in: -work DIR")
	}
	dir, err := fsutil.CreateDir(work, 0o755)
	if err != nil {
		return err
	}
	defer dir.Close()
	b := &bench{dir, []string{"-row", "-labels", labels, "-sessions", sessions}}
	fmt.Print("# The extractive author without each family of features, and without each class of words\n\nMade by `go run ./tools/learn/ablate`, which says how.\n\n" +
		"| without | must | useful | harmful | bullets a session | kind | above | cases |\n|---|---|---|---|---|---|---|---|\n")
	if err := b.row("nothing", nil); err != nil {
		return err
	}
	for f := range rank.Families {
		if err := b.row("the family "+f.String(), nil, "-without", f.String()); err != nil {
			return err
		}
	}
	all, err := classes()
	for _, c := range all {
		err = errors.Join(err, b.row(c.name, c.files))
	}
	return err
}

// A bench builds and measures the author with some of its files replaced.
type bench struct {
	dir  *fsutil.Dir
	args []string
}

// row prints the scores and the cases that fail, as a row of the table.
func (b *bench) row(name string, files map[string]string, args ...string) error {
	replace := make(map[string]string)
	for name, text := range files {
		to := strings.NewReplacer("/", "_", `\`, "_").Replace(name)
		full, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if _, err := b.dir.WriteFileNoSync(to, []byte(text), 0o644); err != nil {
			return err
		}
		replace[full] = b.dir.PathOf(to)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	if _, err := b.dir.WriteFileNoSync("overlay.json", data, 0o644); err != nil {
		return err
	}
	overlay, learn := b.dir.PathOf("overlay.json"), b.dir.PathOf("learn")
	if said, err := exec.Command("go", "build", "-overlay", overlay, "-o", learn, "./tools/learn").CombinedOutput(); err != nil {
		fmt.Printf("| %s | does not build: %s |\n", name, strings.ReplaceAll(strings.TrimSpace(string(said)), "\n", "; "))
		return nil
	}
	scores, err := exec.Command(learn, append(slices.Clone(b.args), args...)...).Output()
	if err != nil {
		return fmt.Errorf("run tools/learn without %s: %w", name, err)
	}
	said, err := exec.Command("go", "test", "-overlay", overlay, "-run", "TestCases", "./flush/extract").CombinedOutput()
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) {
		return err
	}
	fmt.Printf("| %s %s %s |\n", name, strings.TrimSpace(string(scores)), cases(string(said)))
	return nil
}

var fails = regexp.MustCompile(`--- FAIL: TestCases/([^/\s]+)/`)

// cases counts the failed cases by file.
func cases(said string) string {
	count := make(map[string]int)
	for _, m := range fails.FindAllStringSubmatch(said, -1) {
		count[m[1]]++
	}
	var out []string
	for name, n := range count {
		out = append(out, fmt.Sprint(name, ": ", n))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// A class of words can be left out: files with an empty one in its place.
type class struct {
	name  string
	files map[string]string
}

// classes returns the classes of words, each in all languages.
func classes() ([]class, error) {
	paths, err := filepath.Glob("flush/extract/sentence/cues/*.txt")
	var out []class
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text := string(data)
		for _, at := range section.FindAllStringSubmatchIndex(text, -1) {
			name := "the class " + text[at[2]:at[3]]
			end := len(text)
			if next := strings.Index(text[at[1]:], "\n["); next >= 0 {
				end = at[1] + next
			}
			i := slices.IndexFunc(out, func(c class) bool { return c.name == name })
			if i < 0 {
				i = len(out)
				out = append(out, class{name, make(map[string]string)})
			}
			out[i].files[path] = text[:at[1]] + text[end:]
		}
	}
	return out, err
}

var section = regexp.MustCompile(`(?m)^\[(\w+)\]$`)
