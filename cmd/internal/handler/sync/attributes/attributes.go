// Package attributes has what git is told of a vault: how its files are merged, and what their lines end with.
package attributes

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// Name is the file that tells git how our files are merged and what their lines end with.
const Name = ".gitattributes"

// block is what stands there between two lines of memoria's.
const (
	blockBegin = "# memoria: begin"
	blockEnd   = "# memoria: end"
)

// With returns the attributes with the block of memoria's; the person's lines stay.
func With(old []byte, c vault.Config) []byte {
	logs, pages := quoted(c.Daily.Folder()+"/*.md"), quoted(c.Wiki+"/**/*.md")
	block := blockBegin + "\n*.md text eol=lf\n" + logs + " merge=memoria\n" + pages + " merge=memoria linguist-generated=true\n" + blockEnd + "\n"
	before, rest, ok := bytes.Cut(old, []byte(blockBegin+"\n"))
	if _, after, ended := bytes.Cut(rest, []byte(blockEnd+"\n")); ok && ended {
		return slices.Concat(before, []byte(block), after)
	}
	if len(old) > 0 && old[len(old)-1] != '\n' {
		old = append(slices.Clone(old), '\n')
	}
	return append(slices.Clone(old), block...)
}

// quoted returns a pattern as git reads it.
func quoted(pattern string) string {
	if strings.ContainsAny(pattern, " \t\"") {
		return `"` + strings.ReplaceAll(pattern, `"`, `\"`) + `"`
	}
	return pattern
}

// SetUp is a setting that a clone has once it is set up. Ours do without the driver, so that its key says nothing.
const SetUp = "merge.memoria.name"

// Driver are the settings of a clone that have its git merge as memoria does. Where the program is missing, git merges
// as ever and leaves its marks: without that, it would keep one side and call it merged.
var Driver = map[string]string{
	SetUp: "memoria: day logs by entry, articles by line",
	"merge.memoria.driver": `if command -v memoria >/dev/null; then memoria merge-driver %O %A %B %P; ` +
		`else git merge-file -L ours -L base -L theirs %A %O %B; fi`,
}
