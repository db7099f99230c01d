// Package codex finds the rollouts and the hooks of Codex.
//
// A session lies in CODEX_HOME/sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl, in the folder of its first day; CODEX_HOME is
// ~/.codex unless the environment names another.
package codex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/codex"
)

// Name is the agent's name in entries and on the command line.
const Name = codex.Name

// Home returns the folder of Codex's own files.
func Home(getenv func(string) string, home string) string {
	if dir := getenv("CODEX_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(home, ".codex")
}

// Root returns the folder of all rollouts.
func Root(getenv func(string) string, home string) string {
	return filepath.Join(Home(getenv, home), "sessions")
}

// Sessions lists the rollouts below root. A root that does not exist holds none.
func Sessions(ctx context.Context, root string) ([]transcript.Source, error) {
	all, err := claude.Find(ctx, root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	out := all[:0]
	for _, s := range all {
		if strings.HasPrefix(filepath.Base(s.Path), prefix) {
			out = append(out, of(s))
		}
	}
	return out, err
}

// Locate finds the rollout of a session below root. The error wraps fs.ErrNotExist if there is none.
func Locate(_ context.Context, root, session string) (transcript.Source, error) {
	if len(session) == idLong && strings.Trim(session, "0123456789abcdef-") == "" {
		found, _ := filepath.Glob(filepath.Join(root, "*", "*", "*", prefix+"*-"+session+".jsonl")) // no bad pattern
		if len(found) == 1 {
			return Open(found[0])
		}
	}
	return transcript.Source{}, fmt.Errorf("rollout of session %q in %q: %w", session, root, fs.ErrNotExist)
}

// Open describes the rollout at path, which a hook named. The error wraps fs.ErrNotExist if there is none.
func Open(path string) (transcript.Source, error) {
	s, err := claude.Open(path)
	return of(s), err
}

const (
	prefix = "rollout-"
	idLong = len("01a22451-3690-7e62-80b3-cb1837eb6e3f")
)

// of makes a file the rollout of the session that its name tells.
func of(s transcript.Source) transcript.Source {
	s.Agent = Name
	if stem := s.Stem(); strings.HasPrefix(stem, prefix) {
		s.ID = stem[max(len(prefix), len(stem)-idLong):]
	}
	return s
}
