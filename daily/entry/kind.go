package entry

import (
	"strings"
	"sync"
	"unicode"
)

// kinds lists the kinds in the order in which their sections stand in an entry.
var kinds = [...]struct {
	name  string // for people and JSON
	label string // above the bullets
}{
	Decision:   {"decision", "**Decisions Made:**"},
	Lesson:     {"lesson", "**Lessons Learned:**"},
	Preference: {"preference", "**Preferences:**"},
	Fact:       {"fact", "**Facts:**"},
	Action:     {"action", "**Action Items:**"},
	Exchange:   {"exchange", "**Key Exchanges:**"},
}

const ContextLabel = "**Context:** "

// String returns the kind's name, "decision".
func (k Kind) String() string {
	if !k.valid() {
		return "unknown"
	}
	return kinds[k].name
}

func (k Kind) valid() bool { return k >= Decision && int(k) < len(kinds) }

// KindOf returns which section a label of memoria opens.
func KindOf(line string) (Kind, bool) {
	for k := Decision; k.valid(); k++ {
		if kinds[k].label == line {
			return k, true
		}
	}
	return 0, false
}

// InContext is no kind of bullet: a section of that name in a log kept by hand fills Entry.Context.
const InContext Kind = 0xff

// labels are words that people put above such bullets, folded by foldLabel. They are used only for reading
// logs.
var labels = sync.OnceValue(func() map[string]Kind {
	all := map[string]Kind{}
	for kind, words := range map[Kind]string{
		InContext: "context|kontext|contexto|contexte|контекст|背景|コンテキスト",
		Decision: "decisions made|decisions|decision|key decisions|decided|entscheidungen|entscheidung|decisiones|decisión|décisions|" +
			"décision|decisões|decisão|решения|решение|决定|决策|決定|決定事項",
		Lesson: "lessons learned|lessons|lesson|learned|learnings|learning|gotchas|gotcha|insights|til|today i learned|pitfalls|" +
			"erkenntnisse|gelernt|lecciones|lecciones aprendidas|leçons|leçons apprises|lições|lições aprendidas|уроки|выводы|经验|教训|経験|学び",
		Preference: "preferences|preference|conventions|working style|vorlieben|preferencias|préférences|preferências|предпочтения|偏好|好み",
		Fact:       "facts|fact|notes|note|fakten|notizen|hechos|notas|faits|fatos|факты|заметки|事实|事実|メモ",
		Action: "action items|actions|action|todo|todos|to do|to-do|next steps|next|follow-ups|follow-up|follow ups|open items|tasks|" +
			"aufgaben|offene punkte|nächste schritte|tareas|pendientes|à faire|prochaines étapes|tarefas|próximos passos|задачи|дела|待办|任务|次のステップ|タスク",
		Exchange: "key exchanges|exchanges|discussion|discussions|questions|q&a|fragen|preguntas|perguntas|вопросы|问题|質問",
	} {
		for w := range strings.SplitSeq(words, "|") {
			all[w] = kind
		}
	}
	return all
})

// Labelled returns which section a person's heading or bold phrase opens.
func Labelled(s string) (Kind, bool) {
	k, ok := labels()[foldLabel(s)]
	return k, ok
}

// foldLabel drops case and whatever decorates a label: colons, emphasis, numbers, emoji.
func foldLabel(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}
