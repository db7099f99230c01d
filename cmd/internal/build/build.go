// Package build says which build of a program runs. It reads what the go command notes in every program, so a release,
// `go install …@version` and a build from a checkout need no flag for it.
package build

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Unreleased is the version of a build that the go command knows none of.
const Unreleased = "(devel)"

// Info is what is known of a build. The fields that the go command did not note are empty.
type Info struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // 40 hex, or the 12 of a pseudo-version
	Date     string `json:"date,omitempty"`   // of the commit, RFC 3339 in UTC
	Modified bool   `json:"modified"`         // files differed from the commit
	Go       string `json:"go"`
	Platform string `json:"platform"` // such as linux/amd64
}

// Read returns what is known of the program that runs.
func Read(program string) Info {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		b = &debug.BuildInfo{}
	}
	return of(program, b)
}

func of(program string, b *debug.BuildInfo) Info {
	i := Info{
		Program: program, Version: cmp.Or(b.Main.Version, Unreleased),
		Go: cmp.Or(b.GoVersion, runtime.Version()), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	i.Date, i.Commit = pseudo(i.Version)
	i.Modified = strings.HasSuffix(i.Version, "+dirty")
	for _, s := range b.Settings {
		switch s.Key {
		case "vcs.revision":
			i.Commit = s.Value
		case "vcs.time":
			i.Date = s.Value
		case "vcs.modified":
			i.Modified = s.Value == "true"
		}
	}
	return i
}

// pseudo returns the date and the commit in a pseudo-version such as v0.1.1-0.20261129005712-70b90bb190f4, empty for
// any other version. The form is that of https://go.dev/ref/mod#pseudo-versions.
func pseudo(version string) (date, commit string) {
	version, _, _ = strings.Cut(version, "+")
	rest, commit, ok := cutLast(version, "-")
	if !ok || len(commit) != 12 || len(rest) < 14 {
		return "", ""
	}
	t, err := time.Parse("20060102150405", rest[len(rest)-14:])
	if err != nil {
		return "", ""
	}
	return t.Format(time.RFC3339), commit
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Line is the first line of the text: the program and its version.
func (i Info) Line() string { return i.Program + " " + i.Version }

// String returns the build as a person reads it, a fact a line.
func (i Info) String() string {
	var b strings.Builder
	b.WriteString(i.Line() + "\n")
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-9s %s\n", name, value)
		}
	}
	if i.Modified && i.Commit != "" {
		row("commit", i.Commit+", with changes of its own")
	} else {
		row("commit", i.Commit)
	}
	row("date", i.Date)
	row("go", i.Go)
	row("platform", i.Platform)
	return b.String()
}
