package sentence

import (
	"strings"

	"slices"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// States reports whether one sentence of a text says that something was decided. What it was decided about
// changes nothing: broken builds may be marked red.
func States(text string) bool {
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool {
		at := decidedBy().FindStringIndex(s)
		return at != nil && !Asks(s) && !undecided().MatchString(strings.TrimRight(s[:at[1]], " ,;:"))
	})
}

// Turns reports whether an order puts one thing in the place of another: what was so is to be so no longer.
func Turns(text string) bool {
	return slices.ContainsFunc(prose.Sentences(text), func(s string) bool { return !Asks(s) && (turns().MatchString(s) || goesBack().MatchString(s)) })
}

// goesBack matches an order to take up again what has a name.
var goesBack = lazy.Regexp(`(?i)^(?:(?:please|ok(?:ay)?|yes|yeah|so|and|then|actually)[, ]+)*(?:let's |let us |we )?(?:go|switch|move) back to (?:using )?(?-i:[A-Z\x60])`)

var turns = lazy.Regexp(`(?i)^(?:(?:please|ok(?:ay)?|yes|yeah|so|and|then|also|now|bitte|ja|por favor|sí|s'il te plaît|oui|sim|пожалуйста)[, ]+)*(?:(?:let's |let us |we (?:should |will |want to )?)?(?:(?:switch|migrate|move|change|convert|port|upgrade|downgrade) .+ from .+ to|(?:switch|migrate|move) .+ (?:back|over) to|(?:replace|swap) .+ (?:with|by|for)|rename .+ to)` +
	`|(?:stelle?|stellt|wechs(?:le|eln)|migriere?|zieh|ändere?) .*von .+ (?:auf|zu|nach)|(?:ersetze?|tausche?) .+ (?:durch|gegen)|(?:cambi[ae]|mig(?:ra|re)|pas[ae]|muev[ae]) .*de .+ a|(?:re(?:e)?mpla(?:za|ce)|sustituy[ae]) .+ por|(?:passe|passez|change|changez|migre|migrez|bascule|déplace) .*de .+ [àa]|remplacez? .+ par` +
	`|(?:mude|troque|migre|altere|muda|troca) .*(?:de|do|da) .+ para|substitua .+ por|(?:переведи|перейди|переключи|перенеси|измени)(?:те)? .*с .+ на|замени(?:те)? .+ на) \S|^(?:请)?(?:把|将)?.{1,30}从.+(?:改|换|迁移|切换|升级)(?:为|成|到).|^.{1,40}から.{1,30}[にへ](?:変更|移行|切り替え|置き換え)(?:て|し|る)`)

// Bygone reports whether a sentence tells of what was so once, or of what somebody else wants: a user story.
func Bygone(s string) bool { return once().MatchString(s) && !today().MatchString(s) }

var (
	once  = lazy.Regexp(`(?i)\b(?:used to|früher|damals|back then|formerly|(?:in|at|with|for) (?:my|our) (?:last|old|previous|former) \p{L}+|(?:in|bei) (?:meine[rm]|unsere[rm]) (?:alten|letzten|früheren|vorigen)|en mi (?:anterior|antigu[oa]|último)|dans mon ancien(?:ne)?|no meu (?:antigo|último)|solía(?:mos)?|antes (?:usaba|prefer|siempre|nunca)|autrefois|dans le temps|antigamente|costumava)\b|(?:^|\s)раньше\s|^(?:以前|昔|从前|过去)|^as an? [\p{L} ]{3,30},? i (?:want|need|can|should)|^als \p{L}+ (?:möchte|will) ich|^como \p{L}+,? quiero`)
	today = lazy.Regexp(`(?i)\b(?:now|today|from now on|jetzt|heute|künftig|ahora|hoy|maintenant|désormais|agora)\b|теперь|现在|今は`)
)

// Warns reports whether a text warns of how something is.
func Warns(text string) bool { return warns().MatchString(text) }

var warns = lazy.Regexp(`(?i)^(?:(?:oh|and|but|also|und|y|et|e|и)[, ]+)?(?:(?:be )?careful|beware|watch out|heads[- ]up|warning|caution|achtung|vorsicht|pass(?:t)? auf|ojo|cuidado|atenci[oó]n|(?:fais |faites )?attention|gare|atenção|осторожно|внимание|имей(?:те)? в виду|注意|小心|当心|要注意|気をつけて)\s?[,:：，、!！—–-]\s*\S`)

// Passing reports whether an order is for the moment: it holds now, until something, or for one place, and
// does not say that it holds always.
func Passing(text string) bool {
	return (forNow().MatchString(text) || oneTime().MatchString(text) || pointsAt(text)) && (!lasting().MatchString(text) || atOnce().MatchString(text))
}

// pointsAt reports whether a text speaks of one thing that it points at: for this button.
func pointsAt(text string) bool {
	return slices.ContainsFunc(pointed().FindAllStringSubmatch(text, -1), func(m []string) bool { return !allWork().MatchString(m[1]) })
}

// forGood matches what says that an order lasts.
const forGood = `\b(?:always|never|from now on|from today on|going forward|in (?:the )?future|as a rule|in general|immer|nie(?:mals)?|ab (?:jetzt|sofort|heute)|künftig|in zukunft|grundsätzlich|siempre|nunca|jamás|en adelante|a partir de ahora|por norma|no volver a|no vuelvas a|toujours|jamais|désormais|dorénavant|systématiquement|sempre|daqui em diante|de agora em diante|por regra)\b` +
	`|à (?:l'avenir|partir de maintenant)|всегда|никогда|впредь|отныне|как правило|с этого момента|必ず|今後|これからは|常に|絶対|原則|ないで(?:もらえ|くれ|いただけ)|以后|今后|从现在|从今天起|总是|永远|一律|不要再|别再`

var (
	decidedBy = lazy.Regexp(`(?i)^(?:decided|beschlossen|entschieden|decidido|décidé|решено|decision|entscheidung|decisión|décision|decisão|решение|決定|决定|(?:会议)?结论|結論)\s?[:：]|\b(?:we|i|team)(?:'ve| have| both| all)? (?:also |just |finally |now )?(?:decided|agreed|settled|chose|opted)\b|\b(?:we (?:go|switch|move) (?:back )?to|we stay (?:on|with)|wir (?:wechseln|kehren|gehen) (?:wieder |zurück )?zu[rm]?|volvemos a|on revient à)\b|\b(?:beschlossen|entschieden|vereinbart|festgelegt|geeinigt)\b` +
		`|\b(?:h[ea](?:mos)? (?:decidido|acordado)|decidimos|acordamos|combinamos|abbiamo deciso)\b|(?:\b(?:on|nous) s'est |\bnous nous sommes |\b(?:on a|nous avons|j'ai) )(?:\p{L}+ )?(?:décidé|choisi|convenu|tranché|mis d'accord|opté)|zdecydowaliśmy|ustaliliśmy|(?:^|[ ,])(?:решили|я решила?|решено|договорились)(?:$|[^\p{L}])|(?:我们|已经?)(?:决定|商定|约定)|ことに(?:します|しました|した|なりました)(?:$|[。、,！!])|(?:ことに|を|と|に)(?:決定|決め|決まり)(?:しま)?(?:した|ました)|तय किया` +
		`|(?:[,;:–—，、] ?(?:(?:and |so )?(?:that's |this is |it's )?(?:final|settled|decided)|das (?:steht fest|ist (?:entschieden|beschlossen|fix))|(?:está |queda )?decidid[oa]|c'est (?:décidé|acté|tranché)|это (?:решено|окончательно)|решено|就这么定了?|定了|決定です|決まりです|これで決まり))[.!。！]*$`)
	undecided = lazy.Regexp(`(?i)(?:\b(?:not|nothing|nichts?|no|nada|pas|rien)|n't|(?:^|\s)(?:не|ничего|não))\s[^,;:]*$|(?:\b(?:if|suppose|say|wenn|falls|angenommen|si|se)|(?:^|\s)если)\s[^;:]*$|没有|还没|尚未|如果|假如|要是|もし|仮に`)
	// What somebody has to do that goes away now.
	leaves = `\bich muss (?:\S+ ){0,2}(?:mal|eben|kurz|gleich|los|weg|wieder|erst|zum|zur)\b|\bmuss (?:ich )?(?:\S+ )?erst (?:mal|wieder)\b|\bi(?:'ve got| have| need|'ve) to (?:go|run|leave|think|step|head|get back|pick)\b|\bi (?:must|gotta) (?:go|run|leave|think)\b|\bil faut que (?:je |j')(?:file|parte|y aille|réfléchisse)|\bje dois (?:filer|partir|y aller|réfléchir)|\btengo que (?:irme|salir|pensar|ir)\b|\bme tengo que ir\b|\b(?:tenho|preciso) (?:que |de )?(?:ir|sair|pensar)\b|мне (?:надо|нужно|пора) (?:уйти|идти|бежать|отойти|подумать)|我(?:必须|得|要)(?:先)?(?:去|走|想)|行か(?:ないと|なければ)|考え(?:させて|てみます)`
	forNow = lazy.Regexp(`(?i)^never ?mind\b|` + leaves + `|\b(?:for (?:now|the moment|today)|right now|this time|just this once|until (?:the end|then|i|we|you|it|that|this)\b|(?:before|while) (?:i|we|you)\b|while i'm\b|first (?:one|line|occurrence|match|failure|error))\b|^now\b|\byet(?:\W*$|[,;.])|\bi(?:'m| am) (?:still|just|currently|busy|about to|in the middle|\p{L}+ing)\b` +
		`|(?:\b(?:today|tonight|heute|hoy|aujourd'hui|hoje)|(?:^|\s)сегодня)\W*$|^今天|今日は|\bich (?:bin|arbeite|schreibe) (?:noch|gerade|mitten)\b|\b(?:sigo|estoy|estou) \p{L}+ndo\b|\bje suis (?:encore |toujours )?en train\b|(?:^|\s)я (?:ещё|сейчас|как раз)\s|我(?:正在|还在)|まだ.*ないで|(?:途中|最中)(?:です|なので|だから)` +
		`|\b(?:now|jetzt|ahora|maintenant|agora)\W*$` +
		`|\b(?:vorerst|erstmal|fürs erste|diesmal|dieses mal|im moment|noch nicht|(?:ganz )?am ende|bis (?:zum ende|dahin|ich|wir|es)|bevor (?:ich|wir)|(?:das|die|den) erste[nr]? (?:vorkommen|zeile|stelle))\b|^jetzt\b` +
		`|\b(?:por ahora|de momento|esta vez|todavía no|aún no|hasta que|la primera (?:línea|vez)|pour (?:l'instant|le moment)|cette fois|tout de suite|pas encore|jusqu'à ce que|por enquanto|desta vez|ainda não|até que)\b|(?:^|\s)(?:пока|на этот раз|ещё не|до тех пор)(?:\s|$)|今回|とりあえず|最初の(?:一|ひと|行)|这次|暂时|先别|先不|还不要|第一(?:处|个|行)`)
	// One thing, or a time that comes once.
	oneTime = lazy.Regexp(`(?i)\b(?:anything|everything|something|nothing) else\b|\b(?:until|till) (?:the|this|that|these|those|my|our|your|next|tomorrow|tonight|later|after|\p{L}+day)\b` +
		`|\bbis (?:zum|zur|die|der|das|nächste|morgen|später)\b|\b(?:sonst nichts|nichts anderes|nichts weiter)\b|\bhasta (?:el|la|los|las|mañana|luego)\b|\bnada más\b|\bjusqu'(?:à la|au|aux|à demain)\b|\brien d'autre\b|\baté (?:o|a|os|as|amanhã)\b|\bmais nada\b` +
		`|(?:这|此)(?:个|一)?(?:文件|函数|方法|测试|提交|分支|步骤|按钮|图|页)|この(?:ファイル|関数|メソッド|クラス|テスト|コミット|ブランチ|行|ステップ|ボタン|画像|ページ)(?:では|には|は|を|の|だけ)`)
	// What is pointed at: one thing, unless it is where all work is done.
	pointed = lazy.Regexp(`(?i)(?:\b(?:for|in|on|at|to|from|of|with|für|in|an|von|bei|auf|en|para|de|con|dans|pour|sur|avec|em|com) (?:this|these|diese[rmns]?|est[eao]s?|ce|cet|cette|ces)|\b(?:neste|nesta|deste|desta)|(?:^|\s)(?:в|для|на|с|из) эт(?:ом|ой|ого|от|у|их)) (?:one |last |new |next )?(\p{L}+)`)
	allWork = lazy.Regexp(`(?i)^(?:repo\p{L}*|proje[ck]\p{L}*|proyecto|projet|codebase|code|code ?base|workspace|monorepo|team|company|package|modul\p{L}*|service|servicio|app|application|machine|org\p{L}*|way|s[cz]enari\p{L}+|situa\p{L}+|respect|regard|context|order|reason|point|kind|end|fin|sentido|sens|ordre|caso|cas|fall|case|проект\p{L}*|репозитори\p{L}*|команд\p{L}*|сервис\p{L}*|is|are|was|were|the|a)$`)
	lasting = lazy.Regexp(`(?i)\b(?:every|each|jede[nrsm]?|cada|chaque)\b|каждый|每|` + forGood)
	atOnce  = lazy.Regexp(`(?i)^never ?mind\b|\b(?:for now|for the moment|this time|vorerst|diesmal|por ahora|esta vez|pour l'instant|cette fois|por enquanto|desta vez)\b|пока |今回|这次|暂时`)
)

// ToDo reports whether a text says that something is left to do, or is labelled so.
func ToDo(text string) bool {
	return leftToDo().MatchString(text) || !Asks(text) && (owed().MatchString(text) || reminds().MatchString(text))
}

// HeadsTasks reports whether what stands before a list, or a heading, says that the list is of what is left to do.
func HeadsTasks(s string, heading bool) bool {
	label := strings.TrimRight(s, " :：") + ": x"
	return leftToDo().MatchString(label) || (heading || Colon(s)) && ToDo(label)
}

// Shows reports whether a sentence announces what something shows or is to look like.
func Shows(s string) bool { return Colon(s) && shows().MatchString(s) }

var shows = lazy.Regexp(`(?i)\b(?:shows?|showing|displays?|renders?|looks? like|lists|contains?|prints?|outputs?|\p{L}*zeig\p{L}*|aussehen|enthäl\p{L}*|muestr\p{L}*|mostr\p{L}*|contenga|se vea|affich\p{L}*|montr\p{L}*|contien\p{L}*)\b|показыва|выгляд|显示|展示|表示`)

// Task returns what a text says is left to do, without who has to do it, where that is a text.
func Task(text string) string {
	if at := recalls().FindStringIndex(text); at != nil && at[0] > 0 && at[1] == len(text) {
		text = strings.TrimRight(text[:at[0]], " ,;:—–-，；。")
	}
	if rest := text[len(duty().FindString(text)):]; rest != text {
		return Upper(rest)
	}
	return text
}

// Recalls reports whether a sentence only asks to be reminded of what was said before it.
func Recalls(text string) bool {
	at := recalls().FindStringIndex(text)
	return at != nil && at[0] == 0
}

// recalls matches the wish to be reminded of what stands before it, up to the end of the text.
var recalls = lazy.Regexp(`(?i)(?:(?:and|so|but|und|y|et|e|и)[,]? )?(?:please |pls |bitte |por favor,? |пожалуйста,? )?(?:\bremind (?:me|us) (?:(?:later|again|then|tomorrow|\w+ time) )?(?:of|about) (?:that|this|it|them|those)\b|\berinner\p{L}* (?:mich|uns) (?:bitte )?(?:später )?(?:daran|dran)\b|\brecuérdamelo\b|\brecuérdame (?:eso|esto)\b|\brappelle(?:z)?-(?:le-|la-)?moi(?: ça| cela)?$|\bme lembr[ea] (?:disso|disto)\b|напомни(?:те)?(?: мне)? об этом|(?:到时候?|以后)?提醒我(?:这[件个]?事?|一下)?$|(?:これ|それ|後で)を?(?:思い出させて|リマインドして)(?:ください)?)[^.;:!?。]{0,30}[.!。]*$`)

// reminds matches a text with what the person wants to be reminded of.
var reminds = lazy.Regexp(`(?i)\bremind (?:me|us) (?:(?:later|again|then|tomorrow|\w+ time) )?(?:to|of|about|that)\b|\berinner(?:e|n|t)?(?: sie)? (?:mich|uns) (?:\p{L}+ ){0,2}(?:daran|dran|an)\b|\brecuérda(?:me|nos)(?:lo)? (?:que |de |eso|esto)?\p{L}|\brappelle(?:z)?-(?:le-|la-)?(?:moi|nous)\b|\bme lembr[ea] (?:de|disso|disto|que)\b|напомни(?:те)?(?: мне)? (?:об? |про |что|\p{L}+ть)|提醒我|(?:思い出させて|リマインドして)`)

// duty matches the words before what somebody has to do, where what follows them can stand alone.
var duty = lazy.Regexp(`(?i)^(?:(?:and|but|so|also|then|next|now|finally)[,:]? )*(?:(?:you|we|i)(?:'ll| will)? (?:also )?still (?:need|have) to|you(?:'ll| will) (?:also |then |now )?(?:still )?(?:need|have) to|next,? (?:you|we|i)(?:'ll| will)? (?:need|have) to|(?:please )?(?:don't|do not) forget to|remember to|(?:please |pls )?remind (?:me|us) (?:(?:later|again|then|tomorrow) )?to|(?:por favor,? )?recuérda(?:me|nos) (?:que )?|(?:пожалуйста,? )?напомни(?:те)?(?: мне)?|il (?:te |nous |vous )?reste (?:encore )?à|(?:aún|todavía) (?:tienes|tenemos|hay) que|ainda (?:temos que|tem que|é preciso)|осталось) (?:manually )?`)

var owed = lazy.Regexp(`(?i)^(?:(?:and|but|so|also|then|next|now|finally|und|y|et|e|и)[,:]? )*(?:(?:you|we|i)(?:'ll| will)? (?:also )?still (?:need|have|must)\b|you(?:'ll| will) (?:also |then |now )?(?:still )?(?:need|have) to|next,? (?:you|we|i)(?:'ll| will)? (?:need|have|must)\b|(?:please )?(?:don't|do not) forget to\b|remember to\b` +
	`|(?:du|wir|ich|ihr|sie) (?:musst|müssen|muss|müsst) (?:\S+ ){0,3}noch\b|als nächstes (?:musst|müssen|muss) |vergiss nicht|(?:aún|todavía) (?:tienes|tenemos|hay|falta|queda|debes)|falta(?:n)? (?:por )?\p{L}+r\b|no olvides|il (?:te |nous |vous )?reste (?:encore )?à|(?:tu dois|il faut) encore|n'oublie pas|ainda (?:é preciso|precisa|falta|temos? que)|não esqueça|(?:тебе |вам |нам )?(?:ещё|все ещё|всё ещё) (?:нужно|надо|предстоит)|осталось \p{L}+ть|не забудь)` +
	`|^(?:(?:merk dir|merke|notiz|note|remember)[:,] )?(?:[^.;:!?]|\.\p{L}){2,60} (?:still needs? to be|still ha(?:s|ve) to be|remains? to be|(?:has|have) yet to be|mus(?:s|st|sen)(?: (?:ich|wir|du|man|sie|ihr))? noch|müssen(?: (?:wir|sie))? noch) \p{L}|^(?:你|我们|接下来)?还(?:需要|要|得).|^(?:请)?别忘了|^まだ.+(?:必要が|しなければ|する必要)|忘れずに`)

var leftToDo = lazy.Regexp(`(?i)^[\W_]*(?:to-?dos?|for later|action items?|next steps?|follow-?ups?|(?:still )?open(?: (?:tasks?|points?|items?))?|still to do|remaining(?: work)?|left to do|(?:für )?später|offen(?:e (?:aufgaben|punkte))?|noch (?:offen|zu tun)|nächste schritte?|(?:tareas )?pendientes?|para (?:después|más tarde)|por hacer|(?:pour )?plus tard|(?:tâches )?à faire|reste à faire|a fazer|осталось(?: сделать)?|待办|剩余|残り|残作業|未対応)(?: (?:for|by|für|para|pour) [^:：]{1,20})?\s?[:：]\s*\S`)

// TaskLabel returns the label that marks an item of a list as a task, as an empty box does; "" if it has none.
func TaskLabel(item string) string { return marksTask().FindString(item) }

var marksTask = lazy.Regexp(`^(?:(?i:to-?do|fixme)(?:\([^)]{0,30}\))?[:：]|TODO|FIXME)\s+`)
