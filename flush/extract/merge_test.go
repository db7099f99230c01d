package extract

import (
	"strings"
	"testing"
)

// TestHeadOnce holds that the head of a list stands once, however many of its items are kept.
func TestHeadOnce(t *testing.T) {
	for _, tt := range []struct{ name, turns, head string }{
		{"calls", "P> what does it give us?\nA> Makes the calls of the page shorter:\n- `tap(p)` instead of `page_tap(node, handle)` with its own lookup of the node\n- `shot()` instead of `page_tree()` and `page_shot()` in a row\n- `write(s)` instead of `page_write(node, handle, s)` with its own lookup of the node", "Makes the calls of the page shorter"},
		{"short items", "P> what is common?\nA> Common logic of both stores:\n- Checks whether `warn` is disabled in the settings\n- Never loads the old state from `state.json` twice\n- Needs the other session from `sessions/`\n- Creates the new state because `init` cannot\n- Reads the prompt of the other session in `log`\n- Requires a command to resume from `resume.go`", "Common logic of both stores"},
		{"German", "P> Was ist gemeinsam an den beiden Speichern?\nA> Gemeinsame Logik der Speicher:\n- Prüft, ob `warn` in den Einstellungen nicht gesetzt ist\n- Lädt den alten Zustand aus `state.json` nie zweimal\n- Benötigt die andere Sitzung aus dem Ordner `sessions/`\n- Legt den Zustand an, weil `init` das nicht kann", "Gemeinsame Logik der Speicher"},
		{"Japanese", "P> 共通の処理は何ですか\nA> 両方に共通する処理は次の二つです：\n- `warn` が無効かどうかを必ず確認します\n- `state.json` は二回読み込みません\n- `init` では作成できないため状態を作成します", "両方に共通する処理"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := summarise(t, script(t, tt.turns))
			s.Title = ""
			if got := show(s); strings.Count(got, tt.head) > 1 {
				t.Error(got)
			}
		})
	}
}
