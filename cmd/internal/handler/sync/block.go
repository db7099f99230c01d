package sync

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
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

// Where settings say something of sync already: in braces, or in lines below.
var (
	syncBraces = regexp.MustCompile(`(?m)^sync:[ \t]*\{`)
	syncLines  = regexp.MustCompile(`(?m)^sync:[ \t]*(?:#[^\n]*)?\n([ \t]+)\S`)
)

// withSync returns the settings with the remote and the branch named, as far as they do not name them already.
func withSync(config []byte, remote, branch string) []byte {
	for _, key := range []string{"branch: " + branch, "remote: " + remote} {
		if with := withKey(config, key); vault.CheckConfig(with) == nil { // else it is there
			config = with
		}
	}
	return config
}

// withKey returns the settings with one more of sync.
func withKey(config []byte, key string) []byte {
	if at := syncBraces.FindIndex(config); at != nil {
		return slices.Concat(config[:at[1]], []byte(key+", "), config[at[1]:])
	}
	if at := syncLines.FindSubmatchIndex(config); at != nil {
		indent := string(config[at[2]:at[3]])
		return slices.Concat(config[:at[2]], []byte(indent+key+"\n"), config[at[2]:])
	}
	if len(config) > 0 && config[len(config)-1] != '\n' {
		config = append(slices.Clone(config), '\n')
	}
	return append(slices.Clone(config), "sync: {"+key+"}\n"...)
}
