package finish

import (
	"regexp"

	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// A finish is a kind of claim that work came to an end, and what shows that it did.
type finish struct {
	says    func() *regexp.Regexp // the words of the claim
	kind    outcome.Kind          // the commands that do it
	by      func() *regexp.Regexp // other tools and commands that do; nil for none
	agrees  func() *regexp.Regexp // with what a person confirms it, beside the words of the claim; nil for nothing
	against string                // what a line is told that says so though the last such command failed; "" where that shows nothing
}

var finishes = []finish{
	{
		says: lazy.Regexp(`(?i)\b(?:committed|committet|eingecheckt|commité|commitead|comitead|commitad)|закоммич|提交了|已提交|コミット(?:済|した|しました|され)`),
		kind: outcome.Commit, against: "the commit failed: tell that it is not committed",
	},
	{
		says: lazy.Regexp(`(?i)\b(?:pushed|gepusht|pushead|poussé)|запушен|推送了|已推送|プッシュ(?:済|した|しました|され)`),
		kind: outcome.Push, by: lazy.Regexp(`(?i)\b(?:pr|mr) create\b|push_files|create_pull_request`), against: "the push failed: tell that it is not pushed",
	},
	{
		says: lazy.Regexp(`(?i)\b(?:merged|gemergt|gemerged|zusammengeführt|fusionad|mergead|fusionné)|смержен|合并了|已合并|マージ(?:済|した|しました|され)`),
		by:   lazy.Regexp(`(?i)\bgit\b.{0,40} merge\b|\b(?:pr|mr) merge\b|merge_pull_request`), against: "the merge failed: tell that it is not merged",
	},
	{
		says: lazy.Regexp(`(?i)\b(?:released|published|deployed|shipped|veröffentlicht|ausgeliefert|ausgerollt|publicad[oa]|desplegad[oa]|publié|déployé)|выпущен|опубликован|развёрнут|发布了|已发布|已部署|(?:リリース|公開|デプロイ)(?:済|した|しました|され)`),
		by:   lazy.Regexp(`(?i)publish|deploy|release|upload|gist create|docker push|(?:kubectl|terraform) apply|git push\b.*(?:--tags|--follow-tags| v?\d)`), against: "what does so failed: tell that it did not happen",
	},
	{says: passes, kind: outcome.Check},
	{
		says: lazy.Regexp(`(?i)(?:^|\b(?:was|were|is|are|been|be|has|have|had|got|now|and) |[,;:] )fixed\b|\bfixed (?:by|in|it|that|this)\b|\bfix(?:es|ed) it\b|\b(?:resolved|solved|mended|cured)\b|\b(?:now|again) (?:works?|starts?|runs?|loads?|builds?)\b|\b(?:works?|starts?|runs?|loads?|builds?)(?: [\w-]+){0,4} (?:now|again)\b` +
			`|\b(?:behoben|gefixt|repariert)\b|\b(?:läuft|funktioniert|startet) (?:jetzt|wieder|nun)\b|\b(?:arreglad|solucionad|reparad|consertad|resolvid|resuelt)[oa]|\b(?:ya|vuelve a|voltou a) funciona|\b(?:corrigé|réparé|résolu)|\bfonctionne (?:maintenant|à nouveau|désormais)|исправлен|починен|устран[её]н|(?:теперь|снова) работает|修好|修复了|已修复|已解决|直った|直りました|直しました|解決(?:済|した|しました)`),
		kind:   outcome.Check,
		agrees: lazy.Regexp(`(?i)\b(?:works?|working|worked|perfect|perfecto|perfeito|parfait|klappt|funktioniert|läuft|passt|funciona|marche|that (?:did|fixed) it)\b|funcionó|работает|好了|可以了|没问题|動いた|動きました`),
	},
}

// apart matches words beside which the words of a finish tell of no end: a condition, a plan, a habit, another matter.
var apart = lazy.Regexp(`(?i)\b(?:if|when|whenever|once|unless|until|before|after|to be|will|would|must|should|shall|can|could|may|might|needs?|every|each|always|automatically|lock|locks|mutex|memory` +
	`|wenn|sobald|falls|bevor|bis|nachdem|wird|werden|würde|muss|müssen|soll|sollen|kann|darf|jede[rsnm]?|immer|si|cuando|antes|hasta|será|debe|deben|puede|cada|siempre|quand|avant|doit|sera|peut|chaque|toujours|quando|deve|pode|sempre)\b` +
	`|если|когда|после|будет|должн|可以在|如果|若|应|将|必须|なら|たら|べき|予定|後に|前に|[?？]`)

var (
	passes = lazy.Regexp(`(?i)\b(?:tests?|suite|lint(?:er|ing)?|builds?|checks?|ci|pruebas|testes|compila\w*|тест\w*)\b.{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|clean|grün|bestanden|bestehen|laufen durch|pasan|pasaron|passam|passaram|passent|réussi\w*|проходят|прошли)\b` +
		`|\b(?:pass(?:es|ed|ing)?|green)\b.{0,20}\b(?:tests?|suite|lint(?:er)?|checks?|ci)\b|(?:测试|テスト).{0,12}(?:通过|通過|成功|合格|パス)`)
	uncommitted = lazy.Regexp(`(?i)\b(?:uncommitted|no commit (?:was )?seen|not (?:yet )?(?:been )?committed|nicht committet|sin commit|non commité\w*|não commitad\w*|не закоммичен\w*)\b|^(?:still to )?commit (?:the|this|these|it|all|changes)\b|未提交|未コミット`)
	unpushed    = lazy.Regexp(`(?i)\b(?:unpushed|not (?:yet )?(?:been )?pushed|nicht gepusht|sin push|non poussé\w*)\b|^(?:still to )?push (?:the|this|these|it|all|changes)\b|未推送|未プッシュ`)
	slash       = lazy.Regexp("(?:^|[\\s\"(`])(/[a-z][\\w-]*(?::[\\w-]+)?)(?:[\\s\",.;)`]|$)")
	committed   = lazy.Regexp(`(?m)^\[.{1,80} [0-9a-f]{7,}\]`)
	dirty       = lazy.Regexp(`(?m)^(?:Changes not staged|Untracked files|Changes to be committed)|^[ MADRCU?]{2} \S|^\s+(?:modified|new file|deleted|renamed):`)
)

var (
	fails     = lazy.Regexp(`(?i)\b(?:fail|reject|denied|could|but|yet|although|schlug|aber|falló|rechaz|pero|échou|mais)|не удал|失败|拒绝|失敗|拒否`)
	unsettled = lazy.Regexp(`(?i)\b(?:not seen|unseen|unknown|begun|issued|nicht gesehen|unbekannt|no se (?:vio|sabe))\b|неизвестн|未见|不明`)
	// What git says of a commit, a push or a merge that did not come about.
	stopped = lazy.Regexp(`(?m)^ *! \[|\[(?:remote )?rejected\]|^(?:error|fatal): |CONFLICT|nothing to commit|no changes added`)
)
