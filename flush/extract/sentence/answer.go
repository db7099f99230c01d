package sentence

import (
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Answered puts a question of the agent before the person's answer to it. The quotation marks say that its
// words, and what they take for granted, are not the person's.
func Answered(question, answer string) string {
	marks := [2]string{`"`, `"`}
	if strings.Contains(question, `"`) {
		marks = [2]string{"“", "”"}
	}
	return marks[0] + question + marks[1] + " – " + answer
}

// advice matches what an agent adds to the choice that it recommends. The person who took the choice did not
// say it.
var advice = lazy.Regexp(`(?i) ?\((?:recommended|empfohlen|recomendado|recommandé|推荐|推奨)\)`)

// Unadvised returns an answer without what the agent said for it.
func Unadvised(answer string) string { return strings.TrimSpace(advice().ReplaceAllString(answer, "")) }

// Plainly reports whether an answer says yes, no, which of two, or a number.
func Plainly(answer string) bool {
	return plainly().MatchString(strings.ToLower(strings.Trim(answer, " .!。")))
}

// Answers reports whether a short answer to a question settles something: it takes one of the ways that the question names, says yes, no
// or a number where the question is how something is to be, or says no and what is so instead.
func Answers(question, answer string) bool {
	said := strings.ToLower(strings.Trim(answer, " .!。"))
	if Plainly(answer) && settling().MatchString(question) && !ownPlan().MatchString(question) && len(Stems(question, prose.Unknown)) > 1 {
		return true
	}
	if at := denies().FindStringIndex(said); at != nil {
		return len(said)-at[1] > 4
	}
	for _, by := range [...]string{"用", "で", "に", "を", "要"} {
		said = strings.TrimSuffix(strings.TrimPrefix(said, by), by)
	}
	return said != "" && either().MatchString(question) && strings.Contains(strings.ToLower(question), said)
}

var (
	either   = lazy.Regexp(`(?i)\b(?:or|oder|o|ou)\b|\sили\s|还是|或|それとも|か、`)
	plainly  = lazy.Regexp(`^(?:yes|yeah|yep|yup|no|nope|both|neither|none|all|ja|nein|beides?|sí|si|ambos|ambas|oui|non|les deux|sim|não|da|да|нет|оба|обе|要|不要|是|是的|对|不|不用|都要|はい|いいえ|両方|\d[\d.,:]* ?\p{L}{0,7})$`)
	settling = lazy.Regexp(`(?i)\b(?:should|shall) (?:the|we|it|this|these|those|there|all|each|every|our|your|new|old|\p{L}+s)\b|\bdo (?:you|we) (?:want|need|prefer)\b|\bwould you (?:like|prefer|rather)\b|\bsoll(?:en|te|ten)? (?:wir|der|die|das|es|alle|jede\p{L}*|ein\p{L}*)\b|\b(?:wollen|möchten|brauchen) wir\b|\b(?:willst|möchtest|brauchst) du\b|\b(?:wollt|braucht) ihr\b` +
		`|\b(?:debe(?:n|ría|mos)?|quer(?:emos|éis)|quieres|prefieres|necesita(?:s|mos)|\p{L}{2,}[aei]mos)\b|\b(?:faut-il|doit-on|doit|doivent|veux-tu|voulez-vous|souhaites-tu|on garde)\b|\b(?:devem?|devemos|queremos|quer|prefere)\b|(?:нужно ли|надо ли|стоит ли|должн\p{L}+)|^\p{Cyrillic}+ть |(?:要|需要|应该|是否).*[吗呢？?]|べき`)
	// What the agent would do next.
	ownPlan = lazy.Regexp(`(?i)\b(?:should|shall|can|may|do) i\b|\bme to\b|\bsoll ich\b|quieres que|que (?:eu|je)\b|dois-je|est-ce que je|\bdebo\b|\bdevo\b|(?:^| )мне |我`)
	denies  = lazy.Regexp(`^(?:no|nope|nein|non|não|нет|不|不是|いいえ|いや)[,，、]\s*`)
)

// Proceeds reports whether a question asks how the agent is to go on, whose answer nobody looks for later.
func Proceeds(q string) bool { return proceeds().MatchString(q) }

var proceeds = lazy.Regexp(`(?i)\b(?:should|shall|can|may) i (?:now )?(?:run|proceed|go|continue|bring|start|commit|push|wait|review|open|post)\b|\bdo you want me to (?:run|proceed|go|continue|start|commit|push|wait|post)\b|\bbefore (?:tagging|merging|pushing|committing)\b|\b(?:for|in) this (?:release|commit|pr|push|session)\b` +
	`|\bsoll ich (?:.* )?(?:fortfahren|weitermachen|vorgehen|ausführen|committen|pushen|anfangen|warten)\b|\b(?:debo|quieres que|sigo|continúo)\b.*(?:ejecut|contin|segu|empez|esper|commit)|\bdois-je (?:continuer|lancer|procéder|commencer)|\bdevo (?:continuar|executar|prosseguir)|(?:мне )?(?:продолжить|запустить|закоммитить)|(?:我)?(?:应该|要不要)(?:继续|运行|提交|推送)|(?:続行|実行|コミット|プッシュ)(?:し)?ますか`)

// NoChoice matches an answer that leaves a question open.
var NoChoice = lazy.Regexp(`(?i)(?:^|[\s,.;])(?:(?:i (?:do not|don't) (?:know|care|mind)|not sure|no idea|no preference|whatever|you (?:decide|choose|pick)|up to you|skip|none(?: of (?:them|these|those))?|neither|(?:ich )?weiß (?:ich |es )?nicht|keine ahnung|egal|weder noch|keine[rs]?(?: davon)?|no (?:lo )?s[ée]|ni idea|ningun[oa]|da igual|je ne sais pas|aucune?|peu importe|não sei|nenhuma?|tanto faz|не знаю|всё равно|никакой)(?:$|[^\p{L}])|(?:不知道|都不|随便|わからない|わかりません|分からない|どちらも|どちらでも).*)`)

// Checks matches a heading of how a change is tried, whose boxes are steps of the day.
var Checks = lazy.Regexp(`(?i)^(?:test(?:ing)? (?:plan|checklist)|how to test|testplan|plan de (?:prueba|test)|plano de teste|план тестирования|测试计划|テスト計画)`)

// Already matches what says in an empty task box that nothing is left to do there.
var Already = lazy.Regexp(`(?i)^[\W_]*(?:already|done|finished|completed?|resolved|solved|closed|obsolete|outdated|cancell?ed|skipped|superseded|shipped|was|were|(?:it |this |that )?(?:is|has been|have been) (?:\p{L}+ )?\p{L}+ed\b|not (?:needed|necessary|required|relevant|applicable)|no (?:longer|need|action|change|further)|nothing|none|n/a|won't (?:fix|do)|wontfix|moot` +
	`|bereits|schon|erledigt|fertig|wurde|ist (?:erledigt|fertig)|nicht (?:mehr )?(?:nötig|notwendig|relevant)|nichts|entfällt|hinfällig|ya|hecho|listo|terminado|ya no|no (?:hace falta|es necesario)|nada|déjà|fait|terminé|plus (?:nécessaire|besoin)|pas nécessaire|rien|já|feito|pronto|concluído|não (?:é|é mais) necessári|уже|готово|сделано|не (?:нужно|требуется)|ничего)(?:$|[^\p{L}])` +
	`|^(?:已|すでに|既に|完了|不需要|无需|不要|無し)|(?i)(?:\(|[–—-] |, )(?:already )?(?:done|fixed|merged|resolved|finished|erledigt|fertig|hecho|listo|fait|feito|готово|完了|已完成)\)?\W*$|(?:修正|対応|実装|解決|削除|追加|実施)(?:済み?|しました)。?$`)
