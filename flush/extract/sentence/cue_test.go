package sentence

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/prose"
)

// TestCues holds sentences of each language against the class they must carry.
func TestCues(t *testing.T) {
	for _, tt := range []struct {
		lang prose.Lang
		in   Class
		give string
	}{
		{prose.EN, Found, "The timeout happens because the pool has only two connections."},
		{prose.EN, Found, "Turns out the header was stripped by the proxy."},
		{prose.EN, Narrate, "Let me check the configuration first."},
		{prose.EN, Narrate, "Now I'll update the tests."},
		{prose.EN, Change, "Replaced the global lock by one lock per file."},
		{prose.EN, Action, "You'll need to rotate the key on the server."},
		{prose.EN, Wish, "we should never log the token"},
		{prose.EN, Wish, "I'd rather have one file than ten"},
		{prose.EN, Deny, "no, that's not what I asked for"},

		{prose.DE, Found, "Der Abbruch entsteht, weil der Pool nur zwei Verbindungen hat."},
		{prose.DE, Narrate, "Ich schaue mir zuerst die Konfiguration an."},
		{prose.DE, Action, "Du musst noch den Schlüssel auf dem Server tauschen."},
		{prose.DE, Wish, "das Token soll nie im Log stehen"},
		{prose.DE, Wish, "nimm lieber eine Datei"},
		{prose.DE, Deny, "nein, das stimmt so nicht"},

		{prose.ES, Found, "El corte ocurre porque el grupo solo tiene dos conexiones."},
		{prose.ES, Narrate, "Voy a revisar primero la configuración."},
		{prose.ES, Action, "Tendrás que rotar la clave en el servidor."},
		{prose.ES, Wish, "el token nunca debe aparecer en el registro"},
		{prose.ES, Wish, "prefiero un solo archivo"},
		{prose.ES, Deny, "no, eso no es lo que pedí"},

		{prose.FR, Found, "La coupure arrive parce que le pool n'a que deux connexions."},
		{prose.FR, Narrate, "Je vais d'abord vérifier la configuration."},
		{prose.FR, Action, "Il faudra changer la clé sur le serveur."},
		{prose.FR, Wish, "le jeton ne doit jamais apparaître dans le journal"},
		{prose.FR, Wish, "je préfère un seul fichier"},
		{prose.FR, Deny, "non, ce n'est pas ce que j'ai demandé"},

		{prose.PT, Found, "A queda acontece porque o pool só tem duas conexões."},
		{prose.PT, Narrate, "Vou verificar a configuração primeiro."},
		{prose.PT, Action, "Você precisará trocar a chave no servidor."},
		{prose.PT, Wish, "o token nunca deve aparecer no log"},
		{prose.PT, Wish, "prefiro um arquivo só"},
		{prose.PT, Deny, "não, não é isso que eu pedi"},

		{prose.RU, Found, "Обрыв происходит, потому что в пуле всего два соединения."},
		{prose.RU, Narrate, "Сначала проверю конфигурацию."},
		{prose.RU, Action, "Вам нужно сменить ключ на сервере."},
		{prose.RU, Wish, "токен никогда не должен попадать в лог"},
		{prose.RU, Wish, "предпочитаю один файл"},
		{prose.RU, Deny, "нет, это не то, что я просил"},

		{prose.ZH, Found, "断开是因为连接池只有两个连接。"},
		{prose.ZH, Found, "原来是代理删掉了请求头。"},
		{prose.ZH, Narrate, "我先检查一下配置。"},
		{prose.ZH, Action, "你需要在服务器上更换密钥。"},
		{prose.ZH, Wish, "不要把令牌写进日志"},
		{prose.ZH, Wish, "我希望只有一个文件"},
		{prose.ZH, Deny, "不对，我要的不是这个"},

		{prose.JA, Found, "切断の原因はプールの接続が二つしかないことです。"},
		{prose.JA, Found, "プロキシがヘッダーを削除していたことが判明しました。"},
		{prose.JA, Narrate, "まず設定を確認します。"},
		{prose.JA, Action, "サーバーの鍵を交換する必要があります。"},
		{prose.JA, Wish, "トークンは絶対にログに出さないでください"},
		{prose.JA, Wish, "ファイルは一つにしてほしい"},
		{prose.JA, Deny, "いや、頼んだのはそれではありません"},
	} {
		lex := Lexicons()[tt.lang]
		if got := lex.Match(Hear(tt.give)); !got.Has(tt.in) {
			t.Errorf("%s: %q carries %v, not %s", tt.lang, tt.give, got, ClassNames[tt.in])
		}
	}
}

// TestNoCue holds plain statements against the classes that would drop them.
func TestNoCue(t *testing.T) {
	for lang, give := range map[prose.Lang]string{
		prose.EN: "The worker keeps one connection per shard.",
		prose.DE: "Der Worker hält eine Verbindung je Shard.",
		prose.ES: "El proceso mantiene una conexión por fragmento.",
		prose.FR: "Le processus garde une connexion par fragment.",
		prose.PT: "O processo mantém uma conexão por fragmento.",
		prose.RU: "Процесс держит одно соединение на сегмент.",
		prose.ZH: "工作进程为每个分片保持一个连接。",
		prose.JA: "ワーカーはシャードごとに一つの接続を保ちます。",
	} {
		if got := Lexicons()[lang].Match(Hear(give)); got.Any(Narrate, Deny) {
			t.Errorf("%s: %q carries %v", lang, give, got)
		}
	}
}

// TestEmpty tells messages that ask for nothing lasting from those that do.
func TestEmpty(t *testing.T) {
	for _, tt := range []struct {
		lang prose.Lang
		give string
		want bool
	}{
		{prose.EN, "ok", true}, {prose.EN, "Yes, please go ahead!", true}, {prose.EN, "commit and push", true},
		{prose.EN, "run the tests again", true}, {prose.EN, "thanks, looks good", true}, {prose.EN, "1, 2 and 3", true}, {prose.EN, "A", true},
		{prose.EN, "ok but not on main", false}, {prose.EN, "yes, with a flag", false}, {prose.EN, "push it to the fork", false},
		{prose.DE, "ja, mach das", true}, {prose.DE, "super, danke!", true}, {prose.DE, "ja, aber ohne Cache", false},
		{prose.ES, "sí, adelante", true}, {prose.ES, "vale, gracias", true}, {prose.ES, "sí, pero sin caché", false},
		{prose.FR, "oui, vas-y", true}, {prose.FR, "d'accord, merci", true}, {prose.FR, "oui, mais sans cache", false},
		{prose.PT, "sim, pode ir", true}, {prose.PT, "beleza, obrigado", true}, {prose.PT, "sim, mas sem cache", false},
		{prose.RU, "да, давай", true}, {prose.RU, "отлично, спасибо", true}, {prose.RU, "да, но без кэша", false},
		{prose.ZH, "好的，继续", true}, {prose.ZH, "谢谢！", true}, {prose.ZH, "好的，但是不要缓存", false},
		{prose.JA, "はい、お願いします", true}, {prose.JA, "ありがとうございます。", true}, {prose.JA, "はい、でもキャッシュなしで", false},
	} {
		must.Equal(t, Lexicons()[tt.lang].Empty(tt.give), tt.want, "%s: empty(%q)", tt.lang, tt.give)
	}
}

func TestUnpraise(t *testing.T) {
	for _, tt := range []struct {
		lang       prose.Lang
		give, want string
	}{
		{prose.EN, "Perfect! The cache is gone.", "The cache is gone."},
		{prose.EN, "You're right - the proxy strips it.", "The proxy strips it."},
		{prose.EN, "OK, so the index is stale.", "The index is stale."},
		{prose.EN, "I see - go-git reads only local files.", "go-git reads only local files."},
		{prose.EN, "I can see that `a` is set twice.", "`a` is set twice."},
		{prose.EN, "Great!", ""},
		{prose.EN, "You’re absolutely right!", ""},
		{prose.EN, "Great care is needed here.", "Great care is needed here."},
		{prose.EN, "No, it is per repository.", "No, it is per repository."},
		{prose.DE, "Du hast recht, der Proxy entfernt ihn.", "Der Proxy entfernt ihn."},
		{prose.DE, "Perfekt!", ""},
		{prose.ES, "Tienes razón. El proxy la quita.", "El proxy la quita."},
		{prose.FR, "Vous avez raison, le proxy le supprime.", "Le proxy le supprime."},
		{prose.PT, "Você tem razão, o proxy remove.", "O proxy remove."},
		{prose.RU, "Вы правы. Прокси удаляет его.", "Прокси удаляет его."},
		{prose.ZH, "您说得对。代理删掉了它。", "代理删掉了它。"},
		{prose.ZH, "好的，我明白了", "我明白了"},
		{prose.JA, "ご指摘の通りです。プロキシが削除します。", "プロキシが削除します。"},
	} {
		must.Equal(t, Lexicons()[tt.lang].Unpraise(tt.give), tt.want, "%s: unpraise(%q)", tt.lang, tt.give)
	}
}

func TestLexiconErrors(t *testing.T) {
	for _, tt := range []struct{ give, want string }{
		{"[nonsense]\nx", `class "[nonsense]" is unknown`},
		{"x", "stands under no class"},
	} {
		if _, err := parseLexicon(prose.EN, tt.give); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("parseLexicon(%q): %v", tt.give, err)
		}
	}
}

// TestLexicons holds the tables: every class that the scores use has phrases in English, the language of the model, and
// no phrase stands twice in a class.
func TestLexicons(t *testing.T) {
	for _, l := range prose.Langs {
		data := must.Get(cueFiles.ReadFile("cues/" + string(l) + ".txt"))(t)
		seen := make(map[string]bool)
		section := ""
		for n, line := range strings.Split(string(data), "\n") {
			switch line = strings.TrimSpace(line); {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				section = line
				if seen[section] {
					t.Errorf("%s line %d: section %s again", l, n+1, section)
				}
				seen[section] = true
			case seen[section+line]:
				t.Errorf("%s line %d: %q again in %s", l, n+1, line, section)
			default:
				seen[section+line] = true
			}
		}
		for _, c := range ClassNames {
			if l == prose.EN && !seen["["+c+"]"] {
				t.Errorf("%s has no class %s", l, c)
			}
		}
	}
}
