package sync

import (
	"bytes"
	"slices"
	"strings"
)

// daily is the folder of the logs.
const daily = "daily"

// attributes is the file that tells git how our files are merged and what their lines end with.
const attributes = ".gitattributes"

// block is what stands in attributes between two lines of memoria's.
const (
	blockBegin = "# memoria: begin"
	blockEnd   = "# memoria: end"
)

// withBlock returns the attributes with the block of memoria's; the person's lines stay.
func withBlock(old []byte, wiki string) []byte {
	pages := wiki + "/**/*.md"
	if strings.ContainsAny(pages, " \t\"") {
		pages = `"` + strings.ReplaceAll(pages, `"`, `\"`) + `"`
	}
	block := blockBegin + "\n*.md text eol=lf\n" + daily + "/*.md merge=memoria\n" + pages + " merge=memoria linguist-generated=true\n" + blockEnd + "\n"
	before, rest, ok := bytes.Cut(old, []byte(blockBegin+"\n"))
	if _, after, ended := bytes.Cut(rest, []byte(blockEnd+"\n")); ok && ended {
		return slices.Concat(before, []byte(block), after)
	}
	if len(old) > 0 && old[len(old)-1] != '\n' {
		old = append(slices.Clone(old), '\n')
	}
	return append(slices.Clone(old), block...)
}

// driver are the settings of a clone that have its git merge as memoria does. Where the program is missing, git merges
// as ever and leaves its marks: without that, it would keep one side and call it merged.
var driver = map[string]string{
	"merge.memoria.name": "memoria: day logs by entry, articles by line",
	"merge.memoria.driver": `if command -v memoria >/dev/null; then memoria merge-driver %O %A %B %P; ` +
		`else git merge-file -L ours -L base -L theirs %A %O %B; fi`,
}
