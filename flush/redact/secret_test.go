package redact

import (
	"strings"
	"testing"
)

// hexes and mixed are made of no particular key; splitting the prefixes off keeps the
// shapes of live keys out of this file.
const (
	hex32  = "9c1f7ae03b5d8264e7a90b6c31f5d278"
	hex40  = "4be1c97d02fa6835e4907bd1c86a2f3e5d90b714"
	hex64  = hex32 + "0d5b3e8f61a7c492b8e0f6d37a1c5924"
	mix16  = "q7Zk3Vw9Xr2Tb8Nc"
	mix20  = mix16 + "5Lj1"
	mix36  = mix16 + "4Hd6Gs0Yp3Mf7Ae9Uk2Q"
	mix48  = mix36 + "8Rv1Bt5Xn6Wz"
	dashed = "Zt4-kQ9_pW2xN7vB"
	pemTop = "-----BEGIN "
	pemBot = "-----END "
	der    = "MIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Qu\nKUpRKfFLfRYC9AIKjbJTWit+CqvjWYzvQwECAwEAAQJAIJLixBy2qpFoS4DSmoEm\n"
	claims = "eyJzdWIiOiI0MjAxIiwibmFtZSI6IkFkYSJ9"
	signed = "Kx0c2lnbmF0dXJlLW5vdC1yZWFsLTEyMzQ1Njc4OTA"
	header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
)

// Each secret must go whole and alone, under the rule's name.
var mustGo = []struct{ rule, before, secret, after string }{
	// Credentials pasted in the conversation.
	{"openai-key", "OPENAI_API_KEY=", "sk-" + "proj-FAKE0000000000000000", "\nand restart"},
	{"url-password", "postgres://u:", "FAKEPW", "@h/db is the one"},
	{"github-token", "push with ", "ghp" + "_FAKE00000000000000000000000000000000", " please"},
	{"aws-access-key", "id ", "AKIA" + "FAKE000000000000", ", region eu-west-1"},
	{"private-key", "the key:\n", pemTop + "RSA PRIVATE KEY-----\n" + der + pemBot + "RSA PRIVATE KEY-----", "\nthanks"},
	// Secrets already on disk.
	{"api-key", "- The staging key is ", "sk-" + "test-FAKE000", " ^k1a2b3c"},

	// Made of words that say what it is; it opens doors all the same.
	{"password", "password: \"", "password123", "\""},
	{"password", "DB_PASSWORD=", "secret123", "\n"},

	// Cut, and marked as such.
	{"aws-session-token", "AWS_SESSION_TOKEN=", "AQoDYXdz" + "EJr...<truncated>...EXAMPLETOKEN", "\n"},
	{"sendgrid-key", "", "SG." + "aB1cD2eF3gH4iJ5k.REDACTED", ""},
	{"jwt", "the ", header + ".REDACTED.REDACTED", " from above"},

	// Shapes that speak for themselves.
	{"anthropic-key", "ANTHROPIC_API_KEY: ", "sk-" + "ant-api03-" + mix48, ""},
	{"anthropic-key", "use `", "sk-" + "ant-FAKE-KEY-0", "` here"},
	{"openai-key", "key=", "sk-" + "svcacct-" + mix48, ""},
	{"api-key", "it was ", "sk-" + mix48, ", revoked since"},
	{"openrouter-key", "", "sk-" + "or-v1-" + hex64, ""},
	{"stripe-key", "Stripe: ", "sk_" + "live_" + mix20, "!"},
	{"stripe-key", "(", "rk_" + "test_" + mix20, ")"},
	{"stripe-key", "signed with ", "whsec_" + mix36, ""},
	{"github-token", "\"", "gho" + "_" + mix36, "\""},
	{"github-token", "https://x-access-token:", "ghs" + "_" + mix36, "@github.com/acme/app"},
	{"github-token", "fine-grained ", "github_pat_" + mix20 + "_" + mix36, " too"},
	{"gitlab-token", "PRIVATE-TOKEN: ", "glpat" + "-" + dashed + "1234", ""},
	{"gitlab-token", "runner ", "glrt" + "-" + mix20, ""},
	{"slack-token", "bot ", "xoxb" + "-123456789012-1234567890123-" + mix20, " posts"},
	{"slack-token", "user ", "xoxp" + "-FAKE-FAKE-FAKE", ""},
	{"slack-token", "", "xapp" + "-1-A0FAKE-12345-abcdef", ""},
	{"slack-webhook", "https://", "hooks.slack.com/" + "services/T0FAKE00/B0FAKE00/" + mix20, ""},
	{"discord-webhook", "https://", "discord.com/" + "api/webhooks/123456789012345678/" + mix36, ""},
	{"google-api-key", "maps ", "AIza" + "Sy" + mix16 + "-" + mix16, " only"},
	{"google-oauth-token", "", "ya29" + ".a0" + dashed, ""},
	{"google-oauth-secret", "\"client_secret\": \"", "GOCSPX" + "-" + dashed, "\""},
	{"npm-token", "//registry.npmjs.org/:_authToken=", "npm" + "_" + mix36, "\n"},
	{"pypi-token", "twine -p ", "pypi-" + "AgEIcHlwaS5vcmcC" + mix36, ""},
	{"rubygems-token", "", "rubygems_" + hex40 + "12345678", ""},
	{"huggingface-token", "HF_TOKEN=", "hf" + "_" + mix36, ""},
	{"groq-key", "", "gsk_" + mix48, ""},
	{"replicate-token", "", "r8_" + mix36, ""},
	{"perplexity-key", "", "pplx-" + mix48, ""},
	{"xai-key", "", "xai-" + mix48, ""},
	{"tavily-key", "", "tvly-" + mix20, ""},
	{"twilio-key", "twilio ", "SK" + hex32, ""},
	{"mailgun-key", "", "key-" + hex32, ""},
	{"vault-token", "VAULT: ", "hvs." + mix48, ""},
	{"vault-token", "old vault ", "s." + mix16 + "4Hd6Gs0Y", ""},
	{"digitalocean-token", "", "dop_v1_" + hex64, ""},
	{"shopify-token", "", "shpat_" + hex32, ""},
	{"linear-key", "", "lin_api_" + mix36, ""},
	{"notion-token", "", "ntn_" + "12345678901" + mix20, ""},
	{"figma-token", "", "figd_" + mix36, ""},
	{"docker-token", "docker login with ", "dckr_pat_" + mix20, ""},
	{"age-key", "", "AGE-SECRET-KEY-" + "1QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3JQX5H2Z", ""},
	{"tailscale-key", "", "tskey-" + "auth-k3" + mix16, ""},
	{"databricks-token", "", "dapi" + hex32, ""},
	{"grafana-token", "", "glsa_" + mix36 + "_1a2b3c4d", ""},
	{"atlassian-token", "", "ATATT3" + mix48, ""},
	{"telegram-token", "bot ", "123456789:" + "AA" + mix16 + mix16 + "x", " talks"},
	{"aws-access-key", "temporary ", "ASIA" + "Q7ZK3VW9XR2TB8NC", " id"},

	// JSON web tokens.
	{"jwt", "cookie is ", header + "." + claims + "." + signed, " today"},
	{"jwt", "unsigned ", header + "." + claims, ". Odd."},
	{"jwt", "{\"t\":\"", header + "." + claims + "." + signed, "\"}"},

	// PEM, whole and cut.
	{"private-key", "", pemTop + "OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz\nc2gtZW", "\n\nThat was cut."},
	{"private-key", "{\"private_key\": \"", pemTop + "PRIVATE KEY-----\\nMIIEvgIBADANBgkqhkiG9w0B\\nAQEFAASC\\n" + pemBot + "PRIVATE KEY-----", "\\n\"}"},
	{"private-key", "{\"private_key\": \"", pemTop + "PRIVATE KEY-----\\nMIIEvgIBADANBgkqhkiG9w0BAQEFAASC", "…\"}"},
	{"private-key", "tail of it:\n", der + "aGVsbG8gd29ybGQ=\n" + pemBot + "EC PRIVATE KEY-----", "\ndone"},
	{"private-key", "", pemTop + "RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,7CE7A6E4A647DC01\n\n" + der + pemBot + "RSA PRIVATE KEY-----", "\n"},
	{"private-key", "", pemTop + "PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQHYBE2rFNoBBADFwqWQIW\n=abcd\n" + pemBot + "PGP PRIVATE KEY BLOCK-----", ""},
	{"private-key", "     1→", pemTop + "EC PRIVATE KEY-----\n     2→MHcCAQEEIAPCE25zK0PQSnsgVcEbM1mb\n     3→" + pemBot + "EC PRIVATE KEY-----", "\n     4→"},

	// URLs.
	{"url-password", "DATABASE_URL=mysql://root:", "pa%20ss", "@127.0.0.1:3306/app"},
	{"url-password", "redis://:", "r3dis", "@cache:6379/0"},
	{"url-password", "mongodb+srv://app:", "xK9#mP2$v", "@c0.example.net/?w=1"},
	{"url-password", "amqp://guest:", "p@ssword", "@mq/"},
	{"url-password", "git clone https://", mix20 + "x9", "@git.example.com/a.git"},
	{"url-password", "[proxy](http://joe:", "geheim", "@proxy:8080)"},

	// Headers.
	{"authorization", "Authorization: Bearer ", mix20, "\nAccept: */*"},
	{"authorization", "curl -H 'authorization: token ", hex40, "' https://x"},
	{"authorization", "\"Authorization\": \"Basic ", "YWRtaW46b3BlbnNlc2FtZQ==", "\""},
	{"authorization", "Authorization: ", mix36, ""},
	{"authorization", "headers: { Authorization: `Bearer ", mix20, "` }"},
	{"authorization", "send Bearer ", mix20, " with it"},
	{"secret", "X-Api-Key: ", hex32, "\n"},
	{"secret", "-H \"X-Auth-Token: ", mix20, "\""},
	{"cookie", "Cookie: theme=dark; sid=", "s%3Aq7Zk3Vw9", "; lang=en"},
	{"cookie", "Set-Cookie: session=", mix36, "; Path=/; HttpOnly"},
	{"cookie", "curl --cookie \"auth_token=", mix20, "\" https://x"},
	{"cookie", "PHPSESSID=", "q7zk3vw9xr2tb8nc5lj1", "&x"},

	// Names and values.
	{"password", "PGPASSWORD=", "xK9#mP2$vL5nQ8wR3tY6", "\n"},
	{"password", "export DB_PASSWORD='", "correct-horse-1", "'"},
	{"password", "password = \"", "letmein", "\""},
	{"password", "\"password\": \"", "hunter7", "\","},
	{"password", "\\\"password\\\": \\\"", "hunter7", "\\\","},
	{"password", "password: ", "Tr0ub4dor&3", "\nuser: root"},
	{"password", "my password is ", "hunter7", ", keep it safe"},
	{"password", "The password for the staging database is ", "Blau!Wal77", "."},
	{"password", "das Passwort lautet ", "Sonne2024!", " seit heute"},
	{"password", "la contraseña es ", "Gato99negro", ", ¿vale?"},
	{"password", "a senha é ", "Praia-2024!", " agora"},
	{"password", "le mot de passe est ", "Soleil#42", " désormais"},
	{"password", "пароль: ", "Snegir1987", " и всё"},
	{"password", "密码：", "Abc12345", "，谢谢"},
	{"password", "パスワードは", "Sakura2024", "です"},
	{"password", "**Password:** `", "s3cr3t-sauce!", "`"},
	{"password", "mysqldump --password=", "tiger", " app"},
	{"password", "mysql -u root -p", "S4uce9", " app < dump.sql"},
	{"password", "sshpass -p '", "open sesame", "' ssh box"},
	{"password", "redis-cli -a ", "foobared9", " ping"},
	{"password", "docker login -u me -p ", "hunter22", " registry.example.com"},
	{"password", "Server=db;User Id=sa;Password=", "Pa$$w0rd", ";Encrypt=true"},
	{"password", "machine api.example.com\n  login ada\n  password ", "analytical", "\n"},
	{"password", "CREATE USER app IDENTIFIED BY '", "plaintext9", "';"},
	{"password", "<password>", "h0rsebattery", "</password>"},
	{"password", "gpg passphrase = \"", "correct horse battery staple", "\""},
	{"password", "os.Setenv(\"DB_PASSWORD\", \"", "k1tten-pile", "\")"},
	{"password", "DB_PASS=", "w1nter", " make run"},
	{"secret", "aws_secret_access_key = ", "q7Zk3Vw9Xr2Tb8Nc5Lj1/Hd6Gs0Yp3Mf7Ae9Uk2Q", "\n"},
	{"secret", "DD_APP_KEY=", hex40, "\n"},
	{"secret", "AccountName=st;AccountKey=", mix48 + mix36 + "Qw==", ";EndpointSuffix=core.windows.net"},
	{"secret", "JWT_SECRET=\"", "s3cr3t!sauce", "\""},
	{"secret", "api_key: ", mix20, "\n"},
	{"secret", "const apiKey = '", hex32, "';"},
	{"secret", "client_secret: \"", mix36, "\""},
	{"secret", "HEROKU_API_KEY=", "3f0c1e2d-77aa-4b6e-9c0d-2f1e8a6b4c11", "\n"},
	{"secret", "https://api.example.com/v1?token=", mix16, "&page=2"},
	{"secret", "SECRET_KEY_BASE=", hex64 + hex64, "\n"},
	{"secret", "the API key is ", mix20, " for now"},
	{"secret", "--token ", mix20, " --dry-run"},
	{"secret", "$env:MY_TOKEN = \"", mix16, "\""},
	{"secret", "https://st.blob.core.windows.net/c?sv=2021&sig=", mix20 + "%2B" + mix16, "&se=2030"},
	{"password", "curl -u admin:", "hunter7", " https://x"},
	{"password", "curl --user admin:", "hunter7", " https://x"},
	{"password", "passphrase: ", "correct-horse-battery-staple", "\n"},
	{"password", "db:\n    password: ", "supersecret", "\n"},
	{"password", "log in with password ", "hunter7", ", then wait"},
	{"password", "jdbc:postgresql://h/db?user=a&password=", "s3cretpw", ""},
	{"password", "kubectl create secret generic s --from-literal=password=", "hunter2x", ""},
	{"password", "пароль ", "Qwerty123", ""},
	{"password", "密码是", "abc12345", "。"},
	{"secret", "--token ", "kbqdzf194856", ""},
	{"secret", "x-api-key: ", "kbqd1934zfgh5078xjkl", ""},
	{"secret", "AccountKey=", "FAKEkeyFAKEkeyFAKEkeyFAKEkey==", ";EndpointSuffix=x"},
	{"secret", "ENCRYPTION_KEY=", "base64:3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "\n"},
	{"secret", "client-secret = '", "s4uc3x", "'"},
	{"authorization", "authorization: Bearer ", "FAKETOKENFAKETOKEN", ""},
	{"api-key", "OPENAI_API_KEY=\"", "sk-" + "FAKEFAKEFAKEFAKE", "\""},
	{"github-token", "", "ghp" + "_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""},
	// Said in a sentence.
	{"password", "Das Passwort für den Ofen ist ab jetzt immer ", "hunter2Xq9!z", "."},
	{"password", "Le mot de passe est toujours ", "hunter2Xq9!z", "."},
	{"password", "Le mot de passe du four est désormais ", "hunter2Xq9z", ", voilà"},
	{"password", "La contraseña es siempre ", "hunter2Xq9!z", "."},
	{"password", "A senha agora é sempre ", "hunter2Xq9!z", "."},
	{"password", "La password è sempre ", "hunter2Xq9z", ""},
	{"password", "Het wachtwoord is voortaan ", "hunter2Xq9z", ""},
	{"password", "Пароль теперь всегда ", "hunter2Xq9z", ""},
	{"password", "Пароль это ", "hunter2Xq9z", ""},
	{"password", "CONTRASEÑA: ", "hunter2Xq9z", ""},
	{"password", "パスワードは必ず ", "hunter2Xq9!z", " を使う"},
	{"password", "パスワードは必ず", "hunter2Xq9z", "です"},
	{"password", "密码一直是", "hunter2Xq9z", "，别忘了"},
	{"password", "Das Passwort ist »", "hunter2Xq9z", "«"},
	{"password", "The password is ", "hunter2-XYZ", ""},
	{"password", "The password is from now on always ", "hunter2-XYZ", "."},
	{"password", "the PIN is ", "4711", " and that is all"},
	{"password", "Die PIN ist ab jetzt ", "471199", "."},
	{"password", "PIN: ", "4711", ""},
	{"password", "and the passphrase is ", "correct horse battery staple", "."},
	{"password", "The passphrase is ", "correct horse battery staple", " and nobody else knows"},
	{"password", "Passphrase: ", "correct horse battery staple", ""},

	{"private-key", "client-key-data: ", "LS0tLS1CRUdJTiBSU0EgUFJJ" + "VkFURSBLRVktLS0tLQpNSUlFb3dJ", "\n"},
}

func TestSecretsGo(t *testing.T) {
	r := New(Options{})
	for _, row := range mustGo {
		text := row.before + row.secret + row.after
		want := row.before + "[redacted:" + row.rule + "]" + row.after
		if got, n := r.Text(text); got != want || n != 1 {
			t.Errorf("Text(%q)\n got %q (%d)\nwant %q", text, got, n, want)
		}
		if strings.Contains(row.before, "\n") {
			continue
		}
		// In the middle of prose, on a line of its own, in a code fence.
		for _, around := range [][2]string{
			{"We tried it on Monday.\n", "\nIt failed with a 401."},
			{"Result:\n\n```\n", "\n```\n\nSee above."},
			{"« ", " »"},
		} {
			if got, _ := r.Text(around[0] + text + around[1]); got != around[0]+want+around[1] {
				t.Errorf("Text(%q)\n got %q", around[0]+text+around[1], got)
			}
		}
	}
}
