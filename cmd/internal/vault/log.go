package vault

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	logName      = layout.Log
	stateLogName = "memoria.log"
	maxLog       = 1 << 20 // bytes; what is older lies in one file more
	maxLine      = 2 << 10
)

// A Log is the log file of hooks and background workers: one line per event in the vault's .memoria/logs/memoria.log,
// or in memoria.log of the state folder if that cannot be written. The previous file is memoria.log.1.
type Log struct {
	Dir   *fsutil.Dir      // the vault; nil if there is none
	Vault string           // its absolute path, with which lines in the state folder begin; "" if none is known
	State string           // StateDir; "" if there is none
	Now   func() time.Time // required
}

// LogPaths returns where the lines of a vault's hooks and workers are, and those of hooks without one; dir is the
// vault, or "", state the StateDir.
func LogPaths(dir, state string) (paths []string) {
	if dir != "" {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(logName)))
	}
	return append(paths, filepath.Join(state, stateLogName))
}

// Printf adds a line: the time, the writer, and the message without line breaks and other control characters. It
// reports whether the line was written.
func (l *Log) Printf(who, format string, args ...any) bool {
	at, text := l.Now().UTC().Format(time.RFC3339)+" ", who+": "+fmt.Sprintf(format, args...)
	if l.Dir != nil && l.inVault(at+printableLine(text)) {
		return true
	}
	if l.Vault != "" {
		text = vaultMark + strconv.Quote(l.Vault) + " " + text
	}
	line := at + printableLine(text)
	if l.State == "" {
		return false
	}
	d, err := fsutil.CreateDir(l.State, 0o700)
	if err != nil {
		return false
	}
	defer d.Close()
	return d.AppendLine(stateLogName, line, 0o600, maxLog) == nil
}

// vaultMark stands before the vault's quoted path in a line of the state folder's log.
const vaultMark = "for "

// LineVault returns the vault that a line of the state folder's log is about; "" if it names none.
func LineVault(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	rest, ok := strings.CutPrefix(rest, vaultMark)
	if !ok {
		return ""
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return ""
	}
	path, _ := strconv.Unquote(quoted)
	return path
}

// inVault writes to the vault's log, but does not create the vault.
func (l *Log) inVault(line string) bool {
	if _, err := l.Dir.Stat(Marker); err != nil {
		return false
	}
	return l.Dir.AppendLine(logName, line, 0o600, maxLog) == nil
}

func printableLine(s string) string {
	if len(s) > maxLine {
		s = s[:maxLine] + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}
