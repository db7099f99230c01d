package migrate

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki"
)

// memoryCompiler is the tool in Python that memoria's formats descend from.
const memoryCompiler = "claude-memory-compiler"

// readCompiler reads the folder of claude-memory-compiler: daily/2026-04-01.md, in later versions
// daily/REPOSITORY/2026-04-01.md, become entries; knowledge/concepts, connections and qa become articles of the wiki.
func readCompiler(ctx context.Context, r *reading) error {
	if workspace.Below(r.ask.Path, r.vault.Path()) || workspace.Below(r.vault.Path(), r.ask.Path) {
		return exit.Hint(fmt.Errorf("%q is the vault itself, or the one lies in the other", r.ask.Path), exit.Usage,
			"memoria reads its daily logs as they are; with wiki: knowledge in .memoria/config.yaml the articles, too")
	}
	found := false
	err := r.files(ctx, r.ask.Path, func(f file) error {
		top, rest, below := strings.Cut(f.name, "/")
		switch {
		case !below:
		case top == "daily":
			found = true
			r.compilerLog(rest, f)
		case top == "knowledge":
			found = true
			r.compilerArticle(rest, f)
		}
		return nil
	})
	if err == nil && !found {
		return fmt.Errorf("%q has no daily/ and no knowledge/ with pages in it", r.ask.Path)
	}
	return err
}

// compilerLog takes the sections of a log.
func (r *reading) compilerLog(name string, f file) {
	project, base := path.Split(name)
	date, err := daily.ParseDate(strings.TrimSuffix(base, ".md"))
	if err != nil || strings.Count(project, "/") > 1 {
		r.leave(f.name, "its name is no day")
		return
	}
	for _, e := range daily.Parse(date.Day(), r.vault.Config.Zone, f.text).Entries {
		n := notes.Note{Agent: claude.Name, Project: strings.Trim(project, "/"), Place: memoryCompiler + ":" + f.name + "#" + e.ID, By: memoryCompiler, At: e.At}
		n.Summary = e.Summary
		n.Summary.Title = r.oneLine(n.Summary.Title, mostTitle)
		if len(n.Summary.Bullets) == 0 && n.Summary.Context != "" {
			n.Summary.Bullets = []daily.Bullet{{Kind: daily.Exchange, Text: n.Summary.Context}}
		}
		for i := range n.Summary.Bullets {
			n.Summary.Bullets[i].Block = ""
		}
		r.add(n)
	}
}

// What its links have, and those of the vault do not: the folder of a repository before a log, and an extension.
var (
	ofRepository = lazy.Regexp(`\bdaily/[^/\]|"\s]+/(\d{4}-\d\d-\d\d)\b`)
	extension    = lazy.Regexp(`(\[\[[^\]|#\n]+)\.md([\]|#])`)
)

// compilerArticle takes an article as it is, but for links.
func (r *reading) compilerArticle(name string, f file) {
	folder, _ := path.Split(name)
	if typ := strings.Trim(folder, "/"); typ != wiki.Concept.Folder() && typ != wiki.Connection.Folder() && typ != wiki.QA.Folder() {
		return // its index and its log, which memoria writes itself
	}
	text := extension().ReplaceAll(ofRepository().ReplaceAll(f.text, []byte("daily/$1")), []byte("$1$2"))
	r.become(memoryCompiler+":"+f.name, f, text, r.vault.Config.Wiki, name)
}
