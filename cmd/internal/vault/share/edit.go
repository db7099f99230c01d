package share

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// edit finds what the settings and the list of ignored files lack. The person's lines stay as they are.
func (p *Plan) edit(d *fsutil.Dir, zone string) error {
	p.texts = map[string][]byte{}
	config, err := d.ReadFile(layout.Config)
	if missingIsNone(err) != nil {
		return err
	}
	named, err := vault.ZoneIn(config)
	if err != nil {
		return err
	}
	if named == "" {
		text, err := withZone(config, zone)
		if err != nil {
			return err
		}
		p.add(layout.Config, text)
	}
	ignore, err := d.ReadFile(layout.Ignore)
	if missingIsNone(err) != nil {
		return err
	}
	if text := withShared(ignore); !bytes.Equal(text, ignore) {
		p.add(layout.Ignore, text)
	}
	return nil
}

func (p *Plan) add(name string, text []byte) {
	p.Edits = append(p.Edits, name)
	p.texts[name] = text
}

// zoneLine is a line that sets no zone: what shows the default, or one without a value.
var zoneLine = lazy.Regexp(`(?m)^(#[ \t]*)?timezone:[^\n]*$`)

// withZone returns the settings with a zone: in the line that shows the default, or else in a line before all others
// but the mark of a document.
func withZone(config []byte, zone string) ([]byte, error) {
	if _, err := vault.Zone(zone); err != nil || zone == "" || zone == "Local" {
		return nil, ErrZone
	}
	line := "timezone: " + zone
	var out []byte
	if at := zoneLine().FindIndex(config); at != nil {
		old := string(config[at[0]:at[1]])
		if _, comment, ok := strings.Cut(strings.TrimPrefix(old, "#"), "#"); ok {
			line = fmt.Sprintf("%-30s #%s", line, comment)
		} else if strings.HasSuffix(old, "\r") {
			line += "\r"
		}
		out = append(append(append(out, config[:at[0]]...), line...), config[at[1]:]...)
	} else {
		head := 0
		for _, mark := range []string{"\xef\xbb\xbf", "---\n", "---\r\n"} {
			if bytes.HasPrefix(config[head:], []byte(mark)) {
				head += len(mark)
			}
		}
		out = append(append(append(out, config[:head]...), line+"\n"...), config[head:]...)
	}
	if named, err := vault.ZoneIn(out); err != nil || named != zone {
		return nil, fmt.Errorf("%s: add the line %q to it, which cannot be done for you: %w", layout.Config, line, err)
	}
	return out, nil
}

// withShared returns the list of ignored files with what a shared vault has in common taken out of it.
func withShared(ignore []byte) []byte {
	for _, line := range []string{"!shared/", "!shared/**"} {
		if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + `\r?$`).Match(ignore) {
			if len(ignore) > 0 && ignore[len(ignore)-1] != '\n' {
				ignore = append(ignore, '\n')
			}
			ignore = append(ignore, line+"\n"...)
		}
	}
	return ignore
}

// Where settings say something of sync already: in braces, or in lines below.
var (
	syncBraces = lazy.Regexp(`(?m)^sync:[ \t]*\{`)
	syncLines  = lazy.Regexp(`(?m)^sync:[ \t]*(?:#[^\n]*)?\n([ \t]+)\S`)
)

// WithSync returns the settings with the remote and the branch named, as far as they do not name them already.
func WithSync(config []byte, remote, branch string) []byte {
	for _, key := range []string{"branch: " + branch, "remote: " + remote} {
		if with := withKey(config, key); vault.CheckConfig(with) == nil { // else it is there
			config = with
		}
	}
	return config
}

// withKey returns the settings with one more of sync.
func withKey(config []byte, key string) []byte {
	if at := syncBraces().FindIndex(config); at != nil {
		return slices.Concat(config[:at[1]], []byte(key+", "), config[at[1]:])
	}
	if at := syncLines().FindSubmatchIndex(config); at != nil {
		indent := string(config[at[2]:at[3]])
		return slices.Concat(config[:at[2]], []byte(indent+key+"\n"), config[at[2]:])
	}
	if len(config) > 0 && config[len(config)-1] != '\n' {
		config = append(slices.Clone(config), '\n')
	}
	return append(slices.Clone(config), "sync: {"+key+"}\n"...)
}
