package sentence

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Crossed reports whether a text, or one of the items it joins, is marked with ✗.
func Crossed(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '；' }), func(s string) bool {
		return prose.Crossed(strings.TrimSpace(s))
	})
}

// Separator returns what separates two items of a list that share a line.
func Separator(before string) string {
	if r, _ := utf8.DecodeLastRuneInString(before); r >= 0x2E80 && r < 0xAC00 {
		return "；"
	}
	return "; "
}

func Colon(s string) bool { return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") }

// Together joins two sentences; a first one without its full stop gets a semicolon.
func Together(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	switch {
	case strings.ContainsRune("。！？｡", last):
		return a + b
	case strings.ContainsRune(":;,)", last) || prose.Stop(last):
		return a + " " + b
	}
	return a + Separator(a) + b
}

// Width returns the length of a text in Latin letters: Han, kana and Hangul count about twice.
func Width(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

// Asks reports whether a text is a question, in any script, or supposes something.
func Asks(s string) bool {
	if supposes().MatchString(s) {
		return true
	}
	s = strings.TrimRight(s, " \"')]”’」）")
	for _, end := range []string{"?", "？", "؟", "か。", "ますか", "ですか", "ませんか", "でしょうか", "吗", "吗。", "呢", "?!"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

var supposes = lazy.Regexp(`(?i)^(?:(?:and|or|but|so|ok|und|oder|aber|y|o|et|ou|e),? )?(?:suppose|supposing|imagine|h[iy]pot\p{L}+|theoreti(?:cally|sch)|en t(?:eoría|héorie)|for the sake of argument|(?:let's )?say (?:we|i)|what (?:if|would|happens)|i wonder|wondering|angenommen|gesetzt den fall|nehmen wir (?:mal |einmal )?an|was (?:wäre|würde|passiert)|stell dir vor` +
	`|supongamos|imagina|(?:y )?qué pasa|que se passe|supposons|imaginons|suponha|o que acontece|гипотетически|теоретически|предположим|допустим|假设|假定|仮定|仮説|что (?:если|будет))` +
	`|(?i)^(?:and |und |y )?(?:if|wenn|falls|si|se)\b.*(?:\b(?:would|wouldn't|würden?|wären?|hätten?)\b|\b(?:we|i|you|it|they)'d\b|r(?:ía(?:n|mos)?|ait|aient|ions)\b)|\bесли бы\b|(?i)\b(?:wenn|falls) [^,.;]*\b(?:würden?|wären?|hätten?)\b|(?i)\b(?:whether (?:we|i|to)|ob (?:wir|ich))\b|(?:如果|假如|要是).*(?:会怎|怎么|如何)|(?:もし|仮に).*どう`)

// Offers reports whether a text of the agent offers to do something, or asks whether to.
func Offers(s string) bool { return offers().MatchString(s) }

var offers = lazy.Regexp(`(?i)^(?:if you(?:'d like| want)|happy to)\b|\b(?:let me know|would you (?:like|prefer)|(?:can|could|are|do) you|(?:what|how) can i|which (?:do|would) you|what(?: do you think|'s your)|(?:does|would) (?:that|this) (?:look|work|sound|match)|anything else|your call|want me to|should i|shall (?:i|we)|soll ich|möchte(?:st du|n sie)|will(?:st du|en sie)|sag(?:en sie)? bescheid|quiere[sn]? que|(?:te|le) gustaría|deseas que|avísame|házmelo saber|veux-tu que|(?:voulez|souhaitez)-vous|dois-je|est-ce que je|(?:dis|dites)-moi si|quer que eu|gostaria que|deseja que|me avis[ea])\b|хотите|нужно ли|да(?:й|йте) знать|сообщите если|要我|[您你](?:希望我|想让我)|是否需要|需要我|要不要|告诉我|ましょうか|(?:いかが|よろしい)(?:でしょう|です)か|お知らせください`)

// Labelled reports whether an item begins with its subject: "Worker: reads by line".
func Labelled(s string) bool {
	i := strings.IndexAny(s, ":：")
	return i > 0 && i < len(s)-3 && Width(s[:i]) <= 40 && !strings.Contains(s[:i], "://")
}

// Commits reports whether a sentence reports a commit or a push, which the repository tells itself.
func Commits(s string) bool { return commits().MatchString(s) }

var commits = lazy.Regexp(`(?i)^(?:(?:done|ok|listo|fertig|erledigt|fait|pronto)[,.:!] )?(?:i(?:'ve| have)? )?(?:(?:all )?(?:the )?changes? (?:is|are|were|have been) |it's |it is |both )?(?:committed|pushed|committet|gepusht|commit (?:created|creado|criado|créé|erstellt)|c'est (?:poussé|commité)|poussé|enviado a|закоммичено|запушено|закоммитил|запушил)(?:$|[^\p{L}])|^已(?:提交|推送)|^(?:コミット|プッシュ)しました`)

// Credits reports whether a sentence of the agent says what the person decided or asked for.
func Credits(s string) bool { return credits().MatchString(s) }

var credits = lazy.Regexp(`(?i)\byou(?:'ve| have)? (?:\w+ )?(?:decided|chosen|chose|asked|wanted|agreed|confirmed|said|preferred)\b|\bas (?:you|we) (?:\w+ )?(?:asked|requested|decided|agreed|wanted|discussed)\b|\b(?:du hast|sie haben|ihr habt) .*(?:entschieden|beschlossen|gewünscht|gewollt|gesagt)\b|\bwie (?:(?:du|sie|ihr|von dir|von ihnen) )?(?:gewünscht|vereinbart|besprochen|gesagt)\b` +
	`|\b(?:decidiste|pediste|decidió usted|como (?:pediste|acordamos|decidimos))\b|\b(?:tu as|vous avez) (?:décidé|demandé|choisi)|\bvocê (?:decidiu|pediu|escolheu)\b|(?:вы|ты) (?:решили?|просили?|выбрали?)|[你您](?:决定|要求|选择)了?`)

// Strays reports whether a sentence behind a rule that lasts is of another matter: it shares no word with it, lasts not itself, gives no
// reason, and begins with no word that leans on what stands before it.
func Strays(rule, s string, lang prose.Lang) bool {
	if a, b := valued().FindStringSubmatch(rule), valued().FindStringSubmatch(s); a != nil && b != nil {
		return !strings.EqualFold(a[1], b[1])
	}
	return forEver().MatchString(rule) && !forEver().MatchString(s) && !leans().MatchString(s) && Shared(Stems(rule, lang), Stems(s, lang)) == 0
}

// Ends reports whether a sentence behind a task that a label names begins with no word that leans on it.
func Ends(task, s string) bool { return leftToDo().MatchString(task) && !leans().MatchString(s) }

// valued matches a sentence that says which value one thing has: a name with a sign in it, a number.
var valued = lazy.Regexp(`^(?i:the|our|der|die|das|unser[e]?|el|la|le|o|a) ((?:\S+ ){1,3}?)(?:is|lives|runs|ist|liegt|läuft|heißt|está|es|est|s'appelle|é|fica)(?: \S+){0,3}? [^\s]*(?:\pL[.:/@-]|\d)[^\s]*[.!]?$`)

var leans = lazy.Regexp(`(?i)^(?:it|its|it's|that|that's|this|these|those|they|them|he|she|because|since|so|otherwise|then|there|but|and|or|also|except|unless|only|the (?:reason|rest|same|others?)|not|no|don't|use|es|das|dies\p{L}*|sie|sonst|weil|denn|da|dann|aber|und|oder|auch|außer|nur|eso|esto|porque|si no|así|pero|y|también|solo|salvo|ça|cela|ce|c'est|il|elle|sinon|parce|car|mais|et|aussi|sauf|isso|ele|ela|senão|mas|e|это|он|она|они|иначе|потому|так|но|и|тоже|кроме)(?:$|[^\p{L}])|^(?:这|那|它|否则|因为|但|而且|也|それ|これ|そうで|でも|また)|\b(?:because|weil|porque|parce que)\b`)

// Describes reports whether a sentence says how something of the project is: what it uses, where it runs, where it comes from.
func Describes(s string) bool {
	m := describes().FindStringSubmatchIndex(s)
	return m != nil && !Asks(s) && !elsewise().MatchString(s[:m[1]]) && !amiss().MatchString(s)
}

var (
	describes = lazy.Regexp(`(?i)^(?:(?:and|also|btw|fyi|by the way|note|und|übrigens|y|por cierto|et|au fait|e|aliás|и|кстати)[,:]? )?(?:[^\s,;:!?()]+ ){1,6}?(?:uses?|(?:runs?|lives?|sits?|comes?|goes|go|arrives?|starts?|begins?|ends?|works?|depends?|belongs?|listens?|talks?|stored|kept|hosted|deployed) (?:on|in|at|to|from|through|via|by|with|under|every|behind)` +
		`|nutz(?:t|en)|verwende(?:t|n)|benutz(?:t|en)|(?:läuft|laufen|liegt|liegen|kommt|kommen|geht|gehen|sitzt|sitzen|steht|stehen|startet|starten|beginnt|endet|arbeitet|lauscht|hängt|gehört) (?:auf|in|im|unter|mit|bei|um|über|aus|vo[nm]|nach|zu[mr]?|hinter|ab|an|am|jede\p{L}*)` +
		`|usan?|utilizan?|(?:corren?|viven?|llegan?|vienen?|se (?:ejecutan?|guardan?|conectan?)|arrancan?|empiezan?|terminan?|funcionan?|dependen?|pertenecen?|est[áa]n?) (?:en|con|por|de[l]?|a|al|sobre|bajo|cada)|utilise(?:nt)?|(?:(?:tourne|arrive|s'exécute|commence|démarre|fonctionne)(?:nt)?|vit|vivent|vien(?:t|nent)|finissent|finit|dépend(?:ent)?|appartien(?:t|nent)) (?:chez|sur|sous|par|à|au|aux|de|du|des|d'|avec|dans|en|via)` +
		`|usam?|utilizam?|(?:rodam?|ficam?|chegam?|vem|vêm|começam?|terminam?|dependem?) (?:em|n[oa]s?|por|pel[oa]|d[aeo]s?|às?|com|sob)|использу[ею]т|(?:работа[ею]т|прихо[дж]\p{L}+|ид[ёу]т|жив[ёу]т|леж[иа]т|находится|начина[ею]тся|заканчива[ею]тся|хран[ия]тся|запуска[ею]тся|зависит) (?:на|с|со|в|во|через|из|от|под|у)) \S` +
		`|^[^，,。！？?]{2,20}?(?:使用|用的是|跑在|运行在|部署在|来自|通过|存在|放在|依赖)[^，,。！？?]|^[^、。！？?]{2,20}?(?:は|が)[^。！？?]{1,20}(?:を使って(?:い|お)|で動(?:いて|き)|から来|に保存され|に置いて)`)
	// Another's sentence within it, an order, or who speaks.
	elsewise = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:if|when|why|how|because|that|which|whether|please|i|you|it|can|could|should|must|to|wenn|weil|dass|warum|ob|bitte|ich|du|er|es|si|cuando|porque|que|quand|qui|пока|если|когда|что|чтобы|请|为什么|如果)(?:$|[^\p{L}])|请|如果|为什么|怎么`)
	amiss    = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:not|never|no|n't|wrong|broken|slow|fails?|error|nicht|kein\p{L}*|falsch|kaputt|fehler|error|mal|roto|pas|plus|jamais|mauvais\p{L}*|não|errad\p{L}+|не|нет|ошибк\p{L}+)(?:$|[^\p{L}])|n't|不|没|错|ない|ません|エラー`)
)
