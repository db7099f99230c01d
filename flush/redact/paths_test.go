package redact

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestPathMentions(t *testing.T) {
	r := New(Options{
		Home:  "/home/ada",
		Paths: []string{"~/clients/**", "secrets/*.env", "/srv/vault", "*.{pem,p12}", "**/id_[re]*", `C:\Keys\*`, "~/My Papers/**"},
	})
	const mark = "[path withheld]"
	for _, row := range []struct{ text, want string }{
		{"see ~/clients/acme/notes.md, please", "see " + mark + ", please"},
		{"see /home/ada/clients/acme.", "see " + mark + "."},
		{"cd $HOME/clients/acme/", "cd " + mark},
		{"open \"~/clients/acme/a b.md\"", "open \"" + mark + " b.md\""},
		{"(~/clients/x.go:12:5)", "(" + mark + ":12:5)"},
		{"file:///home/ada/clients/x", "file://" + mark},
		{"~/CLIENTS/Acme", mark},
		{"~/clients and ~/clientsX/a stay", "~/clients and ~/clientsX/a stay"},
		{"/mnt/home/ada/clients/x stays", "/mnt/home/ada/clients/x stays"},
		{"cat secrets/prod.env", "cat " + mark},
		{"cat ./secrets/prod.env", "cat " + mark},
		{"cat /repo/app/secrets/prod.env|less", "cat " + mark + "|less"},
		{"cat ../x/secrets/prod.env", "cat " + mark},
		{`type app\secrets\prod.env`, "type " + mark},
		{`{"path":"app\\secrets\\prod.env"}`, `{"path":"` + mark + `"}`},
		{"secrets/prod.env.example stays", "secrets/prod.env.example stays"},
		{"mysecrets/prod.env stays", "mysecrets/prod.env stays"},
		{"secrets/a/prod.env stays", "secrets/a/prod.env stays"},
		{"读取secrets/prod.env。", "读取" + mark + "。"},
		{"/srv/vault, /srv/vault/a/b", mark + ", " + mark},
		{"/srv/vaulted and /a/srv/vault stay", "/srv/vaulted and /a/srv/vault stay"},
		{"cert.pem and dir/key.P12!", mark + " and " + mark + "!"},
		{"cert.pem.txt stays", "cert.pem.txt stays"},
		{"~/.ssh/id_rsa, ~/.ssh/id_ed25519", mark + ", " + mark},
		{"id_dsa stays", "id_dsa stays"},
		{`C:\Keys\a.txt and c:/keys/b`, mark + " and " + mark},
		{"~/My Papers/tax.txt", mark},
		{"two: secrets/a.env secrets/b.env", "two: " + mark + " " + mark},
		{"plain prose about secrets and clients", "plain prose about secrets and clients"},
	} {
		got, _ := r.Text(row.text)
		must.Hold(t, got == row.want, "Text(%q)\n got %q\nwant %q", row.text, got, row.want)
		if again, n := r.Text(got); again != got || n != 0 {
			t.Errorf("Text(%q) twice: %q (%d)", row.text, again, n)
		}
	}
}

func TestWithholds(t *testing.T) {
	r := New(Options{Home: `/home/ada`, Paths: []string{"~/clients/**", "secrets/*.env", "/srv/vault/", "private", "  ", "[", "{a"}})
	for path, want := range map[string]bool{
		"/home/ada/clients/acme/a b.md":   true,
		"~/clients/acme":                  true,
		"/home/ada/clients":               false,
		"/home/bob/clients/acme":          false,
		"secrets/prod.env":                true,
		"/repo/secrets/prod.env":          true,
		"/repo/secrets/../secrets/p.env":  true,
		"/repo/secrets/deep/prod.env":     false,
		`C:\repo\Secrets\prod.ENV`:        true,
		"/srv/vault":                      true,
		"/srv/vault/x":                    true,
		"/srv/vaults":                     false,
		"notes/private/x.md":              true,
		"notes/Private":                   true,
		"notes/privateer":                 false,
		"/home/ada/clients/../code/x.go":  false,
		"/home/ada/code/../clients/x.txt": true,
		"":                                false,
		".":                               false,
		"x/[":                             true,
		"file:///srv/vault/x":             true,
	} {
		must.Equal(t, r.Withholds(path), want, "Withholds(%q)", path)
	}
	must.Hold(t, !New(Options{}).Withholds("/a"), "no globs withhold a path")
}
