package session

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// file is a transcript in memory; rows are "id session time text" and become a person's words.
func file(path string, rows ...string) transcript.Source {
	var b strings.Builder
	for _, r := range rows {
		f := strings.SplitN(r, " ", 4)
		fmt.Fprintf(&b, `{"type":"user","uuid":%q,"sessionId":%q,"timestamp":"2026-03-01T%s:00Z","cwd":"/w/app","gitBranch":"main","message":{"role":"user","content":%q}}`+"\n", f[0], f[1], f[2], f[3])
	}
	s := b.String()
	return transcript.Source{Agent: "claude", Path: path, Size: int64(len(s)), ModTime: time.Unix(int64(len(s)), 0),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }}
}

func raw(path, content string) transcript.Source {
	return transcript.Source{Agent: "claude", Path: path, Size: int64(len(content)),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

func index(t testing.TB, sources ...transcript.Source) *Index {
	t.Helper()
	return must.Get(NewIndex(context.Background(), sources, Options{}))(t)
}

func listed(x *Index) string {
	var parts []string
	for _, s := range x.Sessions {
		parts = append(parts, fmt.Sprintf("%s own %d shared %d files %d", s.ID, s.Turns, s.Shared, len(s.Sources)))
	}
	for _, c := range x.Copies {
		parts = append(parts, fmt.Sprintf("%s copies %s", c.Session, c.Of))
	}
	for _, u := range x.Unread {
		parts = append(parts, u.Path+": "+u.Reason)
	}
	return strings.Join(parts, "; ")
}

func TestIndex(t *testing.T) {
	a := file("a.jsonl", "u1 A 10:00 one", "u2 A 10:01 two")
	tests := []struct {
		name    string
		sources []transcript.Source
		want    string
	}{
		{"one", []transcript.Source{a}, "A own 2 shared 0 files 1"},
		{"snapshots of one session", []transcript.Source{a, file("a2.jsonl", "u1 A 10:00 one", "u2 A 10:01 two", "u3 A 10:02 three")},
			"A own 3 shared 0 files 2"},
		{"resume copies rows into a new file", []transcript.Source{file("b.jsonl", "u1 B 10:00 one", "u2 B 10:01 two", "u3 B 10:02 three"), a},
			"A own 2 shared 0 files 1; B own 1 shared 2 files 1"},
		{"a fork that went no further is no session", []transcript.Source{a, file("z.jsonl", "u1 Z 10:00 one", "u2 Z 10:01 two")},
			"A own 2 shared 0 files 1; Z copies A"},
		{"two sessions in one file", []transcript.Source{file("m.jsonl", "u1 A 10:00 one", "v1 B 11:00 two")},
			"A own 1 shared 0 files 1; B own 1 shared 0 files 1"},
		{"only the client's records", []transcript.Source{raw("s.jsonl", `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`+"\n")},
			"s own 0 shared 0 files 1"},
		{"empty", []transcript.Source{raw("e.jsonl", "")}, "e.jsonl: the file is empty"},
		{"no transcript", []transcript.Source{raw("n.jsonl", "hello\nworld\n")}, "n.jsonl: no line of it is a row of a transcript of an agent that memoria reads"},
		{"another program's JSONL", []transcript.Source{raw("o.jsonl", `{"level":"info","msg":"started"}`+"\n")}, "o.jsonl: no line of it is a row of a transcript of an agent that memoria reads"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, listed(index(t, tt.sources...)), tt.want, "index")
		})
	}
}

// A prompt after hours counts as a pause, where the session is cut into entries.
func TestPauses(t *testing.T) {
	s := index(t, file("a.jsonl", "u1 A 08:00 one", "u2 A 10:59 two", "u3 A 13:59 three", "u4 A 20:00 four")).Sessions[0]
	must.Hold(t, s.Pauses == 2, "%d pauses", s.Pauses)
}

// The order in which files are named changes nothing that is said of the sessions.
func TestIndexAnyOrder(t *testing.T) {
	fs := []transcript.Source{
		file("1", "u1 A 10:00 one", "u2 A 10:01 two"),
		file("2", "u1 B 10:00 one", "u2 B 10:01 two", "u3 B 10:02 three"),
		file("3", "u1 C 10:00 one", "u2 C 10:01 two", "u4 C 10:05 four"),
	}
	want := listed(index(t, fs...))
	for _, p := range [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		must.Equal(t, listed(index(t, fs[p[0]], fs[p[1]], fs[p[2]])), want, "order %v", p)
	}
}

func TestTurnsAcrossFiles(t *testing.T) {
	late := file("late.jsonl", "u3 A 10:02 three", "u2 A 10:01 two and more")
	early := file("early.jsonl", "u1 A 10:00 one", "u2 A 10:01 two")
	x := index(t, late, early)
	turns, _, _, err := x.Turns(context.Background(), x.Sessions[0])
	must.Do(t, err)
	var got []string
	for _, tn := range turns {
		got = append(got, tn.ID+"="+tn.Text)
	}
	if want := "u1=one u2=two and more u3=three"; strings.Join(got, " ") != want {
		t.Errorf("turns = %s, want %s", got, want)
	}
}

// An entry of an agent's note is no turn of its session.
func TestCoverWithoutNotes(t *testing.T) {
	if c := NewCover(archive.Archive{}, []daily.Span{{Agent: "claude", Session: "s1", From: "told-1", To: "told-1", Entry: "0123456789ab"}}, nil); len(c.last) != 0 {
		t.Errorf("begun %v", c.last)
	}
}
