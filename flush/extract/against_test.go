package extract

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
)

// TestAgainst holds that what the agent says no to is never told as if it were chosen: it
// comes with its mark or its lead, and is no decision.
func TestAgainst(t *testing.T) {
	for _, tt := range []struct{ name, ask, answer, said, mark string }{
		{"crosses", "compare ways to test the screens", "Old way:\n- ❌ We use pixel comparisons with `odiff`\n- ❌ Added fixed positions for each button\n\nNew way:\n- ✅ We use the `oracle` to judge each screen", "pixel comparisons", "❌"},
		{"a cross without a bullet", "compare ways to test the screens", "✗ We use pixel comparisons with `odiff` for each of the screens", "pixel comparisons", "✗"},
		{"a cross before bold", "compare ways to test the screens", "1. 🚫 **Decided on `odiff`**: we use pixel comparisons everywhere", "pixel comparisons", "🚫"},
		{"a cross at the end", "which systems?", "We use the worker on:\n- Windows: enabled by `flag` ❌\n- Linux: enabled by `flag` ✅", "Windows: enabled", "❌"},
		{"rejected", "which queue?", "## Rejected\n\n- We use `redis` as a queue because it is already deployed there", "`redis` as a queue", "Rejected"},
		{"rejected, in a sentence", "which queue?", "## Rejected\n\nWe use `redis` as a queue because it is already deployed there.", "`redis` as a queue", "Rejected"},
		{"rejected, under a line", "which queue?", "### Not doing\n\nThese came up too:\n- Switched to `redis` as a queue since it is deployed", "`redis` as a queue", "Not doing"},
		{"cons", "which queue?", "**Cons:**\n- Best fit is `redis`, which needs a server of its own to run", "`redis`", "Cons"},
		{"what fails", "which queue?", "What doesn't work:\n- Use `redis` as a queue with the rename of the files", "`redis` as a queue", "What doesn't work"},
		{"German", "Welche Warteschlange nehmen wir?", "## Nachteile\n\n- Wir verwenden `redis` als Warteschlange, weil es schon läuft", "`redis` als", "Nachteile"},
		{"Spanish", "¿Qué cola usamos en el proyecto?", "## Descartado\n\n- Usamos `redis` como cola porque ya está en el servidor", "`redis` como", "Descartado"},
		{"French", "Quelle file utilisons-nous ?", "## Non retenu\n\n- On utilise `redis` comme file parce que le serveur l'a déjà", "`redis` comme", "Non retenu"},
		{"Portuguese", "Qual fila vamos usar no projeto?", "## Desvantagens\n\n- Usamos `redis` como fila porque já está no servidor", "`redis` como", "Desvantagens"},
		{"Russian", "Какую очередь возьмём?", "## Отклонено\n\n- Решили взять `redis` как очередь, потому что он уже есть", "`redis` как", "Отклонено"},
		{"Chinese", "我们用哪个队列？", "## 不采用\n\n- 决定使用 `redis` 作为队列，因为服务器上已经有了", "`redis` 作为", "不采用"},
		{"Japanese", "どのキューを使いますか？", "## 却下\n\n- サーバーにあるので `redis` をキューとして使うことにしました", "`redis` を", "却下"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := false
			for _, b := range summarise(t, script(t, "P> "+tt.ask+"\nA> "+tt.answer)).Bullets {
				if !strings.Contains(b.Text, tt.said) {
					continue
				}
				found = true
				if b.Kind == daily.Decision || !strings.Contains(b.Text, tt.mark) {
					t.Errorf("%s: %s", kindNames[b.Kind], b.Text)
				}
			}
			if !found {
				t.Logf("nothing holds %q", tt.said)
			}
		})
	}
}

// TestFixed holds that what stands under a heading of what was mended may be a decision.
func TestFixed(t *testing.T) {
	fixed := summarise(t, script(t, "P> fix the saves\nA> Problems fixed:\n- Replaced the lock in `save()` by one per session, so that no session waits for another"))
	if !strings.Contains(show(fixed), "decision: ") {
		t.Errorf("%s", show(fixed))
	}
}

// TestStruck holds that what the agent struck out is gone.
func TestStruck(t *testing.T) {
	s := show(summarise(t, script(t, "P> which queue do we use?\nA> - ~~We use `redis` as a queue because it is there~~\n- We use ~~`kafka`~~ a file as a queue because it needs no server")))
	if strings.Contains(s, "redis") || strings.Contains(s, "kafka") {
		t.Error(s)
	}
}
