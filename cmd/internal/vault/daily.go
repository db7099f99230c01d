package vault

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// SetDaily has the vault's settings name the folder of the logs.
func (v *Vault) SetDaily(folder layout.Daily) error {
	old, err := readOwn(v.Dir)
	if err != nil {
		return err
	}
	line, at := "daily: "+yamlString(folder.Folder()), -1
	lines := strings.SplitAfter(string(old), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "daily:") || at < 0 && strings.HasPrefix(l, "# daily:") {
			at = i
		}
	}
	switch {
	case at >= 0:
		if _, comment, ok := strings.Cut(strings.TrimPrefix(lines[at], "# "), " #"); ok {
			line = fmt.Sprintf("%-30s #%s", line, strings.TrimRight(comment, "\r\n"))
		}
		lines[at] = line + "\n"
	default:
		if last := len(lines) - 1; lines[last] != "" {
			lines[last] += "\n"
		}
		lines = append(lines, line+"\n")
	}
	text := []byte(strings.Join(lines, ""))
	if f, _, err := parseFile(configName, text); err != nil || f["daily"].text != folder.Folder() {
		return &ConfigError{configName, "daily", fmt.Sprintf("write the line %q into it, which cannot be done for you", line)}
	}
	return v.Dir.SwapFile(configName, old, text, 0o644)
}

// MoveViews has the views for Obsidian's Bases show the logs in their new folder, where nobody changed the file.
func (v *Vault) MoveViews(from, to layout.Daily) error {
	name := v.Config.Wiki + "/" + viewsName
	text, err := v.Dir.ReadFile(name)
	if was := views(v.Config.Wiki, from); err != nil || !bytes.Equal(text, was) {
		return nil
	}
	return v.Dir.SwapFile(name, text, views(v.Config.Wiki, to), 0o644)
}
