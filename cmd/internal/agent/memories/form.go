package memories

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A Form is how an agent other than Claude Code remembers by itself, in its own folder. The zero value is that of an agent
// that does not.
type Form struct {
	Folders string // a pattern of folders with a file per topic, each beside
	Root    string // a file that names the folder of the project

	Page, Heading string // a file of the person's, and the section in it that is the agent's
}

// FindIn lists what an agent remembers in its folder. left lists what was not read, with the reason. It does not follow links.
func (f Form) FindIn(folder, agent, title string) (files []File, left []Left) {
	if f.Folders != "" && folder != "" {
		dirs, _ := filepath.Glob(filepath.Join(Pattern(folder), filepath.FromSlash(f.Folders))) // a pattern of a table
		for _, dir := range dirs {
			if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
				continue
			}
			work, _ := fsutil.ReadFile(filepath.Join(filepath.Dir(dir), f.Root)) // none: it is not known whose it is
			p := memoryPlace{dir: dir, folder: dir, work: strings.TrimSpace(string(work)), named: true}
			found, out := p.files()
			files, left = append(files, found...), append(left, out...)
		}
	}
	if f.Page != "" && folder != "" {
		p := memoryPlace{dir: folder, folder: folder, named: true}
		found, out := p.files()
		for _, m := range found {
			if m.Name == f.Page {
				m.heading = f.Heading
				files = append(files, m)
			}
		}
		for _, l := range out {
			if filepath.Base(l.Path) == f.Page {
				left = append(left, l)
			}
		}
	}
	for i := range files {
		files[i].Agent, files[i].Title = agent, title
	}
	return files, left
}

// section returns a file with the lines before and after the section below a heading empty; as it is for "".
func section(src []byte, heading string) []byte {
	if heading == "" {
		return src
	}
	var out bytes.Buffer
	in, fence := 0, "" // the level of the heading
	for line := range bytes.Lines(src) {
		text := strings.TrimSpace(string(line))
		if mark := text[:min(3, len(text))]; fence == "" && (mark == "```" || mark == "~~~") {
			fence = mark
		} else if mark == fence {
			fence = ""
		}
		if level := len(text) - len(strings.TrimLeft(text, "#")); level > 0 && fence == "" && strings.HasPrefix(text[level:], " ") {
			switch {
			case strings.TrimSpace(text[level:]) == heading:
				in = level
			case level <= cmp.Or(in, level):
				in = 0
			}
		}
		if in > 0 {
			out.Write(line)
		} else {
			out.WriteString("\n")
		}
	}
	return out.Bytes()
}

// Pattern returns a folder's path as a part of a pattern of filepath.Glob that stands for itself. On Windows, where a
// pattern has no way to say that of a bracket, such a path is found by its other signs.
func Pattern(folder string) string {
	if os.PathSeparator == '\\' {
		return strings.ReplaceAll(folder, "[", "?")
	}
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(folder)
}
