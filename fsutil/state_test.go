package fsutil

import (
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

type cursor struct {
	Offset int64             `json:"offset"`
	Seen   map[string]string `json:"seen,omitempty"`
}

var noon = time.Date(2026, 11, 27, 12, 30, 5, 0, time.UTC)

func TestState(t *testing.T) {
	d := openTemp(t)
	var got cursor
	got.Offset = 7
	warning, err := ReadState(d, "state/c.json", 2, &got, noon)
	must.Hold(t, warning == "" && err == nil && got.Offset == 0, "missing: %+v, %q, %v", got, warning, err)
	want := cursor{Offset: 1 << 40, Seen: map[string]string{"<a>": "b"}}
	for i, write := range []func(*Dir, string, int, cursor) (bool, error){WriteState[cursor], WriteState[cursor], WriteStateNoSync[cursor]} {
		changed, err := write(d, "state/c.json", 2, want)
		must.Hold(t, changed == (i == 0) && err == nil, "write %d: %v, %v", i, changed, err)
	}
	warning, err = ReadState(d, "state/c.json", 2, &got, noon)
	must.Hold(t, warning == "" && err == nil && reflect.DeepEqual(got, want), "read: %+v, %q, %v", got, warning, err)
	b, _ := d.ReadFile("state/c.json")
	must.Hold(t, strings.HasPrefix(string(b), `{"version":2,"offset":`), "on disk: %s", b)
	must.Is(t, must.Err(WriteState(d, "empty.json", 1, struct{}{})), nil, "the error")
	b, _ = d.ReadFile("empty.json")
	must.Hold(t, string(b) == "{\"version\":1}\n", "empty: %q", b)
	must.Hold(t, must.Err(WriteState(d, "list.json", 1, []int{1})) != nil, "a list went through")
}

func TestNewerStateIsLeftAlone(t *testing.T) {
	d := openTemp(t)
	const later = `{"version":3,"offset":"no longer a number"}`
	plant(t, d.Path(), map[string]string{"c.json": later})
	got := cursor{Offset: 7}
	warning, err := ReadState(d, "c.json", 2, &got, noon)
	var newer *NewerStateError
	must.Hold(t, errors.As(err, &newer) && newer.Version == 3 && newer.Supported == 2 && warning == "" && got.Offset == 7, "%+v, %q, %v", got, warning, err)
	b, _ := d.ReadFile("c.json")
	must.Hold(t, string(b) == later, "file: %q", b)
}

func TestOlderStateIsRead(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"c.json": `{"version":1,"offset":5,"dropped":true}`})
	var got cursor
	warning, err := ReadState(d, "c.json", 2, &got, noon)
	must.Hold(t, got.Offset == 5 && warning == "" && err == nil, "%+v, %q, %v", got, warning, err)
}

func TestCorruptStateIsMovedAside(t *testing.T) {
	for _, damage := range []string{
		"", "{", "null", "[]", "7", "\x00\x00\x00\x00", `{"offset":5}`, `{"version":0}`, `{"version":-1}`, `{"version":"2"}`,
		`{"version":1.5}`, `{"version":1e99}`, `{"version":1,"offset":"x"}`, `{"version":2,"offset":5}{"version":2}`,
		`{"version":2,"offset":5,"seen":{"a":1}}`, `{"version":2,"offset":5`,
	} {
		d := openTemp(t)
		plant(t, d.Path(), map[string]string{"s/c.json": damage})
		for i, aside := range []string{"s/c.json.corrupt-20261127T123005", "s/c.json.corrupt-20261127T123005-2"} {
			got := cursor{Offset: 7}
			warning, err := ReadState(d, "s/c.json", 2, &got, noon)
			must.Hold(t, err == nil && strings.Contains(warning, aside) && reflect.DeepEqual(got, cursor{}), "%q: %+v, %q, %v", damage, got, warning, err)
			if b, err := d.ReadFile(aside); string(b) != damage || err != nil {
				t.Errorf("%q: aside %q, %v", damage, b, err)
			}
			must.Is(t, must.Err(d.Stat("s/c.json")), fs.ErrNotExist, "%q: still there", damage)
			if i == 0 {
				plant(t, d.Path(), map[string]string{"s/c.json": damage})
			}
		}
	}
}

func TestUnreadableStateIsAnError(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"c.json/x": ""})
	var got cursor
	warning, err := ReadState(d, "c.json", 1, &got, noon)
	must.Hold(t, err != nil && warning == "", "a directory: %q, %v", warning, err)
}
