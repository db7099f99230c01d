package extract

import (
	"strings"
	"testing"
)

// TestSupersede holds that what the agent said does not stand once it was refuted, and that
// what refutes it does.
func TestSupersede(t *testing.T) {
	for _, tt := range []struct{ name, turns, gone, stays string }{
		{"put differently after an objection",
			"P> the sample files break the viewer, fix the generator\nA> Updated the generator to write the sample files with date names (`YYYY-MM-DD.jsonl`) that the viewer expects.\nP> that's wrong, none of my own files has a date\nA> Fixed the generator again: it now writes the sample files with plain UUID names, the only ones the viewer reads.",
			"YYYY-MM-DD", "plain UUID names"},
		{"negated word for word",
			"P> can we test this?\nA> A unit test with a file beside it would notice a relapse of `Status()`.\nP> is it the same? the bug was with the global file\nA> The bug is with the global file because the library never reads it. The unit test wouldn't notice a relapse.",
			"would notice a relapse of", "the library never reads it"},
		{"negated by name after an objection",
			"P> why is the file shown?\nA> The issue is `core.excludes` wants a full path in the test.\nP> stop, that's not it, I have never set that\nA> `core.excludes` isn't set here, so git uses its default location.",
			"wants a full path", "uses its default location"},
		{"taken back",
			"P> why is the upload slow?\nA> The upload is slow because the proxy buffers the whole body in memory.\nP> look at the proxy log\nA> I was wrong about the proxy: the upload is slow because `gzip` runs on the body before sending.",
			"buffers the whole body", "runs on the body before sending"},
		{"a guess that was explained",
			"P> the nightly job stops, why?\nA> The nightly job might stop because the backup job holds its lock file.\nP> look again\nA> The nightly job stops because its lock file is never removed by the backup job.",
			"might stop", "is never removed"},
		{"German", "P> Warum ist der Upload langsam?\nA> Der Upload ist langsam, weil der Proxy den ganzen Body im Speicher puffert.\nP> schau in das Log vom Proxy\nA> Ich lag falsch: Der Upload ist langsam, weil `gzip` den Body vor dem Senden über den Proxy packt.",
			"im Speicher puffert", "vor dem Senden"},
		{"Spanish", "P> ¿Por qué la subida es tan lenta en producción?\nA> La subida es lenta porque el proxy guarda todo el cuerpo en memoria.\nP> mira el registro del proxy de producción\nA> Me equivoqué: la subida es lenta porque `gzip` comprime el cuerpo antes de pasar por el proxy.",
			"guarda todo el cuerpo", "comprime el cuerpo"},
		{"Russian", "P> Почему загрузка такая медленная?\nA> Загрузка медленная, потому что прокси держит всё тело в памяти.\nP> посмотри лог прокси\nA> Я ошибся: загрузка медленная, потому что `gzip` сжимает тело перед отправкой через прокси.",
			"держит всё тело", "сжимает тело"},
		{"Japanese", "P> アップロードが遅い原因を調べてください\nA> アップロードが遅い原因は、プロキシが本文全体をメモリに保持することです。\nP> プロキシのログを見てください\nA> 私の誤りでした、アップロードが遅い原因は送信前に`gzip`が本文全体を圧縮することです。",
			"メモリに保持", "圧縮すること"},
		{"Chinese", "P> 为什么上传很慢？\nA> 上传很慢的原因是代理服务器把整个请求体缓存在内存里。\nP> 看一下代理服务器的日志\nA> 我错了，上传很慢的原因是发送前 `gzip` 压缩整个请求体，与代理服务器无关。",
			"缓存在内存里", "压缩整个请求体"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := show(summarise(t, script(t, tt.turns)))
			if strings.Contains(s, tt.gone) || !strings.Contains(s, tt.stays) {
				t.Errorf("%q must go and %q stay:\n%s", tt.gone, tt.stays, s)
			}
		})
	}
}

// TestNotSuperseded holds that another finding, or more about the same one, refutes nothing.
func TestNotSuperseded(t *testing.T) {
	for _, tt := range []struct{ name, turns, stays string }{
		{"more of it", "P> why is the upload slow?\nA> The upload is slow because the proxy buffers the whole body.\nP> what does that cost?\nA> The proxy buffers 40 MB for each upload, which means `nginx` swaps.", "buffers the whole body"},
		{"an objection to something else", "P> the mails come twice\nA> The consumer confirms a message after sending, because `visibility` is 30 seconds.\nP> no, a longer timeout doesn't help. give each mail a key\nA> Each mail now carries a key made of the order and the template.", "confirms a message after sending"},
		{"fixed since", "P> why is it locked?\nA> The root cause: each worker opens its own connection, so a reader blocks the writer, because no `timeout` is set.\nP> ok but please don't just retry, I want it to wait\nA> Done.\nS> edit store.go\nA> `Open` now sets the mode of the journal, so readers do not block the writer. Readers do not block the writer.", "each worker opens its own connection"},
		{"fixed after an objection", "P> why is it locked?\nA> The root cause: a reader blocks the writer in the old `journal` mode, because no timeout is set.\nP> no, that's not how we do it, never retry in a loop\nA> Changed `Open`: the reader and the writer share one connection in the new mode with a timeout.", "a reader blocks the writer"},
		{"negated both times", "P> why is it shown?\nA> The library doesn't read the global ignore file because it has no home.\nP> look at the config\nA> The library doesn't read the global ignore file at all.", "ignore file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s := show(summarise(t, script(t, tt.turns))); !strings.Contains(s, tt.stays) {
				t.Errorf("%q must stay:\n%s", tt.stays, s)
			}
		})
	}
}
