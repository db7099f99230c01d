package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func finder(t *testing.T, env map[string]string) *Finder {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	return &Finder{Getenv: func(k string) string { return env[k] }, Dir: dir, Home: filepath.Join(dir, "home"), Local: time.UTC}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	fsutiltest.Write(t, name, text)
}

func create(t *testing.T, f *Finder, path string, def bool) {
	t.Helper()
	must.Get(f.Init(path, def))(t)
}

func TestLocateOrder(t *testing.T) {
	env := map[string]string{}
	f := finder(t, env)
	for _, name := range []string{"flag", "env", "above", "default"} {
		create(t, f, name, false)
	}
	write(t, f.UserConfig(), "vault: "+filepath.Join(f.Dir, "default")+"\n")
	base := f.Dir
	locate := func(flag string) string {
		p := must.Get(f.Locate(flag))(t)
		rel, _ := filepath.Rel(base, p)
		return rel
	}
	got := locate("")
	must.Hold(t, got == "default", "outside any vault: %s", got)
	f.Dir = filepath.Join(base, "above", "wiki", "concepts")
	got = locate("")
	must.Hold(t, got == "above", "below a vault: %s", got)
	env["MEMORIA_VAULT"] = filepath.Join(base, "env")
	got = locate("")
	must.Hold(t, got == "env", "with MEMORIA_VAULT: %s", got)
	got = locate(filepath.Join(base, "flag"))
	must.Hold(t, got == "flag", "with --vault: %s", got)
}

func TestLocateNone(t *testing.T) {
	f := finder(t, nil)
	write(t, filepath.Join(f.Dir, "plain", "x"), "")
	for flag, why := range map[string]string{"": "no vault: none is named", "plain": "has no .memoria/", "nowhere": "no such folder", "plain/x": "a file, not a folder"} {
		_, err := f.Locate(flag)
		if none, ok := errors.AsType[*NotFoundError](err); !ok || !strings.Contains(err.Error(), why) || len(none.Hints()) == 0 {
			t.Errorf("Locate(%q) = %v, want a NotFoundError about %q with a hint", flag, err, why)
		}
	}
}

func TestSettingsAreLaidOverOneAnother(t *testing.T) {
	env := map[string]string{}
	f := finder(t, env)
	create(t, f, "v", true)
	open := func() Config {
		v := must.Get(f.Open(filepath.Join(f.Dir, "v")))(t)
		defer v.Dir.Close()
		return v.Config
	}
	c := open()
	must.Hold(t, c.Zone == time.UTC && c.Wiki == "wiki" && c.Interval == time.Hour && c.Provider == "auto" && c.Turns == 12 && c.Every == 20*time.Minute && len(c.Include)+len(c.Exclude) <= 0, "defaults: %+v", c)
	write(t, f.UserConfig(), "timezone: Asia/Tokyo\nprovider: extractive\nwiki: elsewhere\nredact:\n  paths: [a]\nprojects: {include: [mine], exclude: [a]}\n")
	c = open()
	must.Hold(t, c.Zone.String() == "Asia/Tokyo" && c.Provider == "extractive" && c.Wiki == "wiki", "with the user's: %+v", c)
	write(t, filepath.Join(f.Dir, "v", ".memoria", "config.yaml"), "timezone: Europe/Lisbon\nwiki: knowledge\ncompile:\n  interval: 5m\nredact:\n  paths: [b]\ncapture: {turns: 3, every: 5m}\nprojects: {include: [theirs], exclude: [b]}\n")
	c = open()
	must.Hold(t, c.Zone.String() == "Europe/Lisbon" && c.Wiki == "knowledge" && c.Interval == 5*time.Minute && strings.Join(c.Private, " ") == "a b", "with the vault's: %+v", c)
	c = open()
	must.Hold(t, c.Turns == 3 && c.Every == 5*time.Minute && strings.Join(c.Include, " ") == "theirs" && strings.Join(c.Exclude, " ") == "a b", "capture and projects of the vault's: %+v", c)
	env["MEMORIA_TZ"], env["MEMORIA_COMPILE_INTERVAL_MIN"] = "UTC", "90"
	env["MEMORIA_CAPTURE_TURNS"], env["MEMORIA_CAPTURE_EVERY_MIN"] = "40", "0"
	c = open()
	must.Hold(t, c.Zone.String() == "UTC" && c.Interval == 90*time.Minute && c.Turns == 40 && c.Every == 0, "with variables: %+v", c)
}

// An unknown zone is an error that names the key; an empty one is the machine's, not UTC.
func TestBadSettingsNameTheKey(t *testing.T) {
	tests := []struct{ yaml, key string }{
		{"timezone: Mars/Base", "timezone"},
		{"timezone: ../../etc/passwd", "timezone"},
		{"timezone: /etc/localtime", "timezone"},
		{"wiki: ../out", "wiki"},
		{"wiki: daily", "wiki"},
		{"wiki: .hidden", "wiki"},
		{"wiki: a/b", "wiki"},
		{"provider: gpt", "provider"},
		{"compile: {interval: soon}", "compile.interval"},
		{"compile: {interval: -5m}", "compile.interval"},
		{"capture: {turns: 0}", "capture.turns"},
		{"capture: {turns: some}", "capture.turns"},
		{"capture: {every: 20}", "capture.every"},
		{"projects: {include: ['[a']}", "projects.include"},
		{"projects: {exclude: ['[a']}", "projects.exclude"},
		{"timezone: [", ""},
		{"timezone: {a: b}", "timezone"},
		{"models: {claude: sonnet}", "models.claude"},
	}
	for _, tt := range tests {
		t.Run(tt.yaml, func(t *testing.T) {
			f := finder(t, nil)
			create(t, f, "v", false)
			write(t, filepath.Join(f.Dir, "v", ".memoria", "config.yaml"), tt.yaml+"\n")
			_, err := f.Open(filepath.Join(f.Dir, "v"))
			if conf, ok := errors.AsType[*ConfigError](err); !ok || conf.Key != tt.key || !strings.Contains(err.Error(), ".memoria/config.yaml") {
				t.Errorf("Open = %v, want a ConfigError of %q", err, tt.key)
			}
		})
	}
	for _, where := range []string{"MEMORIA_TZ", ".memoria/config.yaml"} { // where nobody is asked, it is excused
		f := finder(t, map[string]string{where: "Mars/Base"})
		f.Local, f.Unasked = time.FixedZone("here", 3600), true
		create(t, f, "v", false)
		text := "timezone: Asia/Tokyo\n"
		if where != "MEMORIA_TZ" {
			text = "timezone: Mars/Base\n"
		}
		write(t, filepath.Join(f.Dir, "v", ".memoria", "config.yaml"), text)
		v, err := f.Open(filepath.Join(f.Dir, "v"))
		must.Hold(t, err == nil && v.Config.Zone == f.Local && strings.Contains(v.Zoneless, where) && strings.Contains(v.Zoneless, `"Mars/Base"`), "%s, unasked: %v, %+v", where, err, v)
	}
	f := finder(t, map[string]string{"MEMORIA_TZ": " "})
	f.Local = time.FixedZone("here", 3600)
	create(t, f, "v", false)
	v := must.Get(f.Open(filepath.Join(f.Dir, "v")))(t)
	defer v.Dir.Close()
	must.Hold(t, v.Config.Zone == f.Local, "an empty zone is %v, want the machine's", v.Config.Zone)
}

func TestInitTwiceAndBesideOthersFiles(t *testing.T) {
	f := finder(t, nil)
	mine := filepath.Join(f.Dir, "v", "note.md")
	write(t, mine, "mine")
	write(t, f.UserConfig(), "# mine\nprovider: extractive")
	done, err := f.Init("v", true)
	must.Be(t, err == nil && done.Default && len(done.Files) == 3, "first: %+v, %v", done, err)
	user := fsutiltest.Read(t, f.UserConfig())
	want := "# mine\nprovider: extractive\nvault: " + filepath.Join(f.Dir, "v") + "\n"
	must.Hold(t, string(user) == want, "user's config:\n%s\nwant\n%s", user, want)
	write(t, filepath.Join(f.Dir, "v", ".memoria", "config.yaml"), "timezone: UTC\n")
	done, err = f.Init("v", true)
	must.Be(t, err == nil && !done.Default && len(done.Files) == 0, "second: %+v, %v", done, err)
	for name, want := range map[string]string{mine: "mine", filepath.Join(f.Dir, "v", ".memoria", "config.yaml"): "timezone: UTC\n", f.UserConfig(): string(user)} {
		if got, _ := os.ReadFile(name); string(got) != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"/a/b": "/a/b", "/a b": "'/a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'"} {
		must.Equal(t, Quote(in), want, "Quote(%q)", in)
	}
}
