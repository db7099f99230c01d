package prepared

import (
	"fmt"
	"os"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// A Place is the project of a folder, and its repository. Finding them takes the settings and a walk through the
// disk, so they are stored.
type Place struct {
	Dir     string // the folder
	Project string // that is worked on there; "" if nothing must be shown in it
	Head    string // file that names the branch; "" if there is none
	Git     string // what makes the folder a part of a repository; "" if nothing does
	Config  string // mark of the settings by which this is so
}

const placeVersion = "place/3"

// PlacePrefix begins the names of the files of places.
const PlacePrefix = Prefix + "at-"

func placeName(dir string) string { return Folder + "/" + PlacePrefix + fsutil.Hash([]byte(dir))[:24] }

// Remember stores a place.
func Remember(dir *fsutil.Dir, p Place) error {
	w := pack.New(placeVersion)
	w.Strings([]string{p.Dir, p.Project, p.Head, p.Git, p.Config, markOf(p.Git)})
	_, err := dir.WriteFileNoSync(placeName(p.Dir), w.Bytes(), 0o600)
	return err
}

// Recall returns the stored place of a folder. ok is false if there is none or it may be outdated, because the
// settings changed, or the folder became a repository, is no longer one, or is another.
func Recall(dir *fsutil.Dir, at, config string) (p Place, ok bool) {
	data, err := dir.ReadFile(placeName(at))
	if err != nil {
		return p, false
	}
	r := pack.Open(data, placeVersion)
	if r == nil {
		return p, false
	}
	f := r.Strings()
	if len(f) != 6 {
		return p, false
	}
	p = Place{f[0], f[1], f[2], f[3], f[4]}
	own := strings.TrimRight(at, `/\`) + "/.git"
	return p, p.Dir == at && p.Config == config && (p.Git == own || !exists(own)) && (p.Git == "" || exists(p.Git) && f[5] == markOf(p.Git))
}

// markOf returns a mark that changes when a repository gets another remote, or is replaced by another.
func markOf(dot string) string {
	info, err := os.Stat(dot + "/config")
	if err != nil {
		info, err = os.Stat(dot)
	}
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d@%d", info.Size(), info.ModTime().UnixNano())
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// Branch returns the branch that a HEAD file names, "" for a detached commit.
func Branch(head string) string {
	if head == "" {
		return ""
	}
	if info, err := os.Stat(head); err != nil || !info.Mode().IsRegular() || info.Size() > 4096 {
		return ""
	}
	b, err := os.ReadFile(head)
	if err != nil {
		return ""
	}
	name, ok := strings.CutPrefix(strings.TrimSpace(string(b)), "ref: refs/heads/")
	if !ok {
		return ""
	}
	return oneLine(name)
}
