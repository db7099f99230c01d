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
	if warning, err := ReadState(d, "state/c.json", 2, &got, noon); warning != "" || err != nil || got.Offset != 0 {
		t.Errorf("missing: %+v, %q, %v", got, warning, err)
	}
	want := cursor{Offset: 1 << 40, Seen: map[string]string{"<a>": "b"}}
	for i, write := range []func(*Dir, string, int, cursor) (bool, error){WriteState[cursor], WriteState[cursor], WriteStateNoSync[cursor]} {
		if changed, err := write(d, "state/c.json", 2, want); changed != (i == 0) || err != nil {
			t.Errorf("write %d: %v, %v", i, changed, err)
		}
	}
	if warning, err := ReadState(d, "state/c.json", 2, &got, noon); warning != "" || err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read: %+v, %q, %v", got, warning, err)
	}
	if b, _ := d.ReadFile("state/c.json"); !strings.HasPrefix(string(b), `{"version":2,"offset":`) {
		t.Errorf("on disk: %s", b)
	}
	if _, err := WriteState(d, "empty.json", 1, struct{}{}); err != nil {
		t.Error(err)
	}
	if b, _ := d.ReadFile("empty.json"); string(b) != "{\"version\":1}\n" {
		t.Errorf("empty: %q", b)
	}
	if _, err := WriteState(d, "list.json", 1, []int{1}); err == nil {
		t.Error("a list went through")
	}
}

func TestNewerStateIsLeftAlone(t *testing.T) {
	d := openTemp(t)
	const later = `{"version":3,"offset":"no longer a number"}`
	plant(t, d.Path(), map[string]string{"c.json": later})
	got := cursor{Offset: 7}
	warning, err := ReadState(d, "c.json", 2, &got, noon)
	var newer *NewerStateError
	must.Hold(t, errors.As(err, &newer) && newer.Version == 3 && newer.Supported == 2 && warning == "" && got.Offset == 7, "%+v, %q, %v", got, warning, err)
	if b, _ := d.ReadFile("c.json"); string(b) != later {
		t.Errorf("file: %q", b)
	}
}

func TestOlderStateIsRead(t *testing.T) {
	d := openTemp(t)
	plant(t, d.Path(), map[string]string{"c.json": `{"version":1,"offset":5,"dropped":true}`})
	var got cursor
	if warning, err := ReadState(d, "c.json", 2, &got, noon); got.Offset != 5 || warning != "" || err != nil {
		t.Errorf("%+v, %q, %v", got, warning, err)
	}
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
			if _, err := d.Stat("s/c.json"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%q: still there: %v", damage, err)
			}
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
	if warning, err := ReadState(d, "c.json", 1, &got, noon); err == nil || warning != "" {
		t.Errorf("a directory: %q, %v", warning, err)
	}
}
