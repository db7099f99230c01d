// Package opencode brings the sessions that OpenCode keeps in a database into files. OpenCode itself reads the database:
// after a clean exit all of it may be beside the file in which one would look.
package opencode

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/flush/transcript/opencode"
	"github.com/agent-admin/memoria/fsutil"
)

// Name is the agent's name in entries and on the command line.
const Name = opencode.Name

const (
	ext     = ".jsonl"
	fetched = "fetched" // the file that says until when sessions were fetched

	patience  = time.Minute // with one call of the program
	mostSaid  = 512 << 20   // bytes that it may print at once
	batch     = 32 << 20    // bytes of the parts of sessions that are asked for at once
	scanEvery = time.Hour   // between two looks for sessions that nobody asked for
	keptFor   = 30 * 24 * time.Hour
)

// A Store is what a person's OpenCode keeps.
type Store struct {
	Getenv func(string) string // required
	Home   string              // required
	Folder string              // required: of the files
	Now    time.Time           // required
}

// SessionOf returns the id of the session in a file; false for another file.
func SessionOf(stem string) (id string, ok bool) { return stem, opencode.IsID(stem) }

// Bring fetches what was said since; as [Store.Scan] does it if it is a scan.
func Bring(ctx context.Context, s Store, since time.Time, scan bool) error {
	if scan {
		return s.Scan(ctx, since)
	}
	return s.Fetch(ctx, since)
}

// Scan fetches what was said since, unless that was done a short time ago or the database did not change, and removes
// files that nobody has written into for a month: OpenCode has their sessions.
func (s *Store) Scan(ctx context.Context, since time.Time) error {
	info, err := os.Stat(filepath.Join(s.Folder, fetched))
	if err == nil && (s.Now.Sub(info.ModTime()) < scanEvery || s.changed().Before(info.ModTime())) {
		return nil
	}
	if err := s.Fetch(ctx, since); err != nil && !errors.Is(err, ErrNoProgram) {
		return err
	}
	return s.clean()
}

// ErrNoProgram says that there are sessions that only OpenCode reads, which is not installed.
var ErrNoProgram = errors.New("OpenCode keeps its sessions in a database that it reads itself, and opencode is not in PATH")

// Fetch brings the sessions with something said after since into files, those of subagents left out. Where OpenCode never
// ran, there is nothing to fetch. The error may be [ErrNoProgram].
func (s *Store) Fetch(ctx context.Context, since time.Time) error {
	if s.changed().IsZero() {
		return nil
	}
	program := s.program()
	if program == "" {
		return ErrNoProgram
	}
	dir, err := fsutil.CreateDir(s.Folder, 0o700)
	if err != nil {
		return err
	}
	defer dir.Close()
	x := &fetch{program: program, dir: dir, ctx: ctx}
	if err := x.run(since.UnixMilli()); err != nil {
		return fmt.Errorf("ask OpenCode for its sessions: %w", err)
	}
	return nil
}

// program returns the path of OpenCode; "" if it is not installed.
func (s *Store) program() string {
	if path, err := exec.LookPath("opencode"); err == nil {
		return path
	}
	path, err := exec.LookPath(filepath.Join(s.Home, ".opencode", "bin", "opencode")) // where its installer puts it
	if err != nil {
		return ""
	}
	return path
}

// changed returns when the database changed last; zero if there is none.
func (s *Store) changed() (last time.Time) {
	data := cmp.Or(s.Getenv("XDG_DATA_HOME"), filepath.Join(s.Home, ".local", "share"))
	files, _ := filepath.Glob(filepath.Join(data, "opencode", "opencode*.db*")) // the pattern is sound
	if own := s.Getenv("OPENCODE_DB"); own != "" {
		files = append(files, own, own+"-wal")
	}
	for _, f := range files {
		if info, err := os.Stat(f); err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// clean removes the files of sessions that ended long ago.
func (s *Store) clean() error {
	dir, err := fsutil.OpenDir(s.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.ReadNames(".")
	for _, name := range names {
		if info, err := dir.Stat(name); err == nil && filepath.Ext(name) == ext && s.Now.Sub(info.ModTime()) > keptFor {
			dir.Remove(name) // else the next scan does it
		}
	}
	return err
}

// A fetch is one run.
type fetch struct {
	ctx     context.Context
	program string
	dir     *fsutil.Dir
}

// A session is a row of the list.
type session struct {
	ID        string `json:"id"`
	Directory string `json:"directory"`
	Updated   int64  `json:"updated"`
	Size      int64  `json:"size"`
}

// run fetches the sessions that changed after a time, in milliseconds, and notes until when it did. Of those that it
// fetched before, it fetches what changed since.
func (x *fetch) run(after int64) error {
	b, _ := x.dir.ReadFile(fetched) // none: all is new
	last, _ := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
	var all, some []session
	if err := x.ask(&all, `SELECT id, directory, time_updated AS updated,
		(SELECT coalesce(sum(length(p.data)), 0) FROM part p WHERE p.session_id = s.id) AS size
		FROM session s WHERE parent_id IS NULL AND time_updated > `+strconv.FormatInt(after, 10)+` ORDER BY time_updated`); err != nil {
		return err
	}
	size, newest := int64(0), last
	for i, s := range all {
		if _, err := x.dir.Stat(s.ID + ext); opencode.IsID(s.ID) && (s.Updated > last || errors.Is(err, fs.ErrNotExist)) {
			some, size = append(some, s), size+s.Size
		}
		newest = max(newest, s.Updated)
		if len(some) > 0 && (size > batch || i == len(all)-1) {
			if err := x.take(some); err != nil {
				return err
			}
			some, size = nil, 0
		}
	}
	_, err := x.dir.WriteFile(fetched, []byte(strconv.FormatInt(newest, 10)+"\n"), 0o600)
	return err
}

// ask has OpenCode read its database, without its plugins, and with nothing to fetch for itself.
func (x *fetch) ask(out any, query string) error {
	said, err := process.Run(x.ctx, process.Command{
		Argv: []string{x.program, "--pure", "db", "--format", "json", query},
		Env: append(os.Environ(), "MEMORIA_CHILD=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1",
			"OPENCODE_DISABLE_LSP_DOWNLOAD=1"),
		Dir: x.dir.Path(), Timeout: patience, Max: mostSaid,
	})
	if err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(said.Stderr))
	}
	if err := json.Unmarshal(said.Stdout, out); err != nil {
		return fmt.Errorf("read what it printed: %w", err)
	}
	return nil
}

// take adds what is new in sessions to their files.
func (x *fetch) take(some []session) error {
	ids := make([]string, len(some))
	for i, s := range some {
		ids[i] = "'" + s.ID + "'"
	}
	var rows []row
	err := x.ask(&rows, `SELECT m.id, m.session_id AS session, m.data AS info, (SELECT json_group_array(json(d)) FROM (
		SELECT CASE json_extract(p.data, '$.type') WHEN 'text' THEN p.data ELSE json_set(json_remove(p.data, '$.state.metadata',
		'$.state.attachments', '$.state.input.content'), '$.state.output', substr(json_extract(p.data, '$.state.output'), 1, 16000)) END AS d
		FROM part p WHERE p.message_id = m.id AND json_extract(p.data, '$.type') IN ('text', 'tool') ORDER BY p.id)) AS parts
		FROM message m WHERE m.session_id IN (`+strings.Join(ids, ", ")+`) ORDER BY m.time_created, m.id`)
	if err != nil {
		return err
	}
	for _, s := range some {
		if err := x.add(s, rows); err != nil {
			return err
		}
	}
	return nil
}
