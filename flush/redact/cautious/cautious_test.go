package cautious

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// No secret in the spool, and the words around it kept.
func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"The tide table is done. Next: tests.\n", "The tide table is done. Next: tests.\n"},
		{"Die Gezeiten­tafel steht 完成了。\r\n", "Die Gezeiten­tafel steht 完成了。\r\n"},
		{"I put abc12345 there", "I put […] there"},
		{"in 2026 we had 15 rows and step2", "in 2026 we had 15 rows and step2"},
		{"run X=1 now", "run […] now"},
		{"I put abc\u200b12 there, and a\u200db", "I put […] there, and a\u200db"},
		{"see https://example.org/a for more", "see https://example.org/a for more"},
		{"use postgres://u:pw@h/db here", "use […] here"},
		{"a " + strings.Repeat("x", 24) + " b", "a […] b"},
		{"The Password is hunter\nand so on", "The Password […]\nand so on"},
		{"your API keys:\n\n- hunter\n- next", "your API keys:\n\n[…]\n- next"},
		{"Authorization: Bearer abc def", "Authorization […]"},
		{"SMTP_PASS: Zk9!vQw", "SMTP_PASS […]"},
		{"the PIN is 4711", "the PIN […]"},
		{"the passphrase is correct horse battery staple", "the passphrase […]"},
		{"パスワードは必ず fish", "パスワード […]"},
		{"creds: swordfish", "creds […]"},
		{"das Passwort: Fisch", "das Passwort […]"},
		{"пароль: рыба", "пароль […]"},
		{"the word Zk9!vQw alone", "the word […] alone"},
		{"redis-cli -a fish now", "redis-cli -a […]"},
		{"mysql -u root -pswordfish", "mysql -u […]"},
		{"run <Private>my name is\nAnnabelle</private> then go", "run […] then go"},
		{"run <private>Annabelle", "run […]"},
		{"before\n-----BEGIN RSA PRIVATE KEY-----\nabc\n", "before\n[…]"},
		{"说token是abc吗\n好", "说token […]\n好"},
		// Words that begin or end as a cue does are none.
		{"Basically the secretary typed on a keyboard: a monkey, a turkey, tokenized text, MONKEYS", "Basically the secretary typed on a keyboard: a monkey, a turkey, tokenized text, MONKEYS"},
		{"a passwordless, keyless and secretive Tokenizer", "a passwordless, keyless and secretive Tokenizer"},
		{"I gave the monkey its key: 12", "I gave the monkey its key […]"},
		{"the keys are 1234567", "the keys […]"},
		{"set apiKey to 1234567", "set apiKey […]"},
		{"set the apikey to hunter2", "set the apikey […]"},
		{"set keyName to hunter2", "set key […]"},
		{"HTTPKey hunter2", "HTTPKey […]"},
		{"api_key hunter2", "api_key […]"},
		{"MY-SECRETS hunter2", "MY-SECRETS […]"},
		{"token2 hunter2", "token […]"},
		{"the dbpassword hunter2", "the dbpassword […]"},
		{"KEY\tabc", "KEY […]"},
		// What a line announces, the next one says.
		{"The password for the door is:\n\n1234567\nThen go in.", "The password […]\n\n[…]\nThen go in."},
		{"Your token is\n```text\nhunter2\n```\nKeep it.", "Your token […]\n```text\n[…]\n```\nKeep it."},
		{"**Password:**\n```\n123456\n```", "**Password:**\n```\n[…]\n```"},
		{"The key is to listen.\nThen speak.", "The key […]\nThen speak."},
	} {
		must.Equal(t, Text(c.in), c.want, "Text(%q)", c.in)
	}
	const fakes = `OPENAI_API_KEY=sk-proj-FAKE0000000000000000 "ghp_FAKE0000000000000000000000000000" AKIAFAKE00000000
` + "`postgres://u:FAKEPW@h/db`" + ` {"secret": "FAKEPW"} passwd FAKEPW
token:
   FAKEPW`
	must.Text(t, Text(fakes), "left").Lacks("FAKE")
}

func FuzzText(f *testing.F) {
	f.Add("a password: x\ny", "abc12345")
	f.Add("é", "AKIAFAKE00000000")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "Zq7FAKEzz"
		for _, sep := range []string{" ", "\n", "é", "=", `"`} {
			if got := Text(before + sep + secret + sep + after); strings.Contains(got, secret) {
				t.Fatalf("%q is in %q", secret, got)
			}
		}
	})
}
