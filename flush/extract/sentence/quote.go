package sentence

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Own returns a text without what it tells of others: what it quotes, three words and more, what stands behind a line
// that hands over to somebody ("Bob wrote: …"), and what somebody says ("the docs say that …").
func Own(text string) string {
	text = quotes().ReplaceAllStringFunc(text, func(q string) string {
		if len(strings.Fields(q)) < 3 && utf8.RuneCountInString(q) < 20 {
			return q
		}
		return "…"
	})
	all := prose.Sentences(text)
	for i, s := range all {
		if at := HandsOver(s); at > 0 {
			all[i] = s[:at] + " …"
		} else if m := reported().FindStringSubmatchIndex(s); m != nil && (m[2] < 0 || !speakers().MatchString(s[m[2]:m[3]])) {
			own := ""
			if k := turned().FindStringIndex(s[m[1]:]); k != nil {
				own = s[m[1]+k[0]:]
			}
			all[i] = "…" + own
		}
	}
	return strings.Join(all, " ")
}

// HandsOver returns where the words of somebody else begin in a line: behind its colon, or at its end if it only says
// whose words follow. It returns -1 if they are the person's own.
func HandsOver(line string) int {
	if at := Named(line); at > 0 {
		return at
	}
	cut := strings.LastIndexAny(line, ":：")
	if cut >= 0 {
		_, size := utf8.DecodeRuneInString(line[cut:])
		cut += size
	}
	for i, re := range handing {
		text := line
		switch {
		case i < colons || i == len(handing)-1 && cut >= 0:
		case cut < 0 || i == ends && cut < len(line):
			continue
		default: // it ends with a colon
			text = line[:cut]
		}
		for _, m := range re().FindAllStringSubmatchIndex(text, -1) {
			if head := line[m[0]:m[1]]; (i >= colons && i < sources || !ourselves().MatchString(head)) && utf8.RuneCountInString(line[:m[1]]) < 160 {
				return m[1]
			}
		}
	}
	return -1
}

// Named returns where the words begin of somebody whose name stands before them, as in a chat: "Bob: …", "Lena on Slack: …". It is -1
// where no name of a person does.
func Named(line string) int {
	m := labelled().FindStringSubmatchIndex(line)
	if m == nil || m[2] >= 0 && !names()[line[m[2]:m[3]]] {
		return -1
	}
	return m[1]
}

// Resumes returns where the person speaks on behind a text that they handed over on the same line, or len(text): "Also, from now on …".
func Resumes(text string) int {
	if at := resumes().FindStringSubmatchIndex(text); at != nil {
		return at[2]
	}
	return len(text)
}

//go:embed names.txt
var nameFile string

// names are given names in several languages, without those that are also words or names of tools.
var names = prose.Set(nameFile)

const (
	colons  = 3 // in handing: where those begin that need a colon, first orders about a text, which may be polite
	ends    = 5 // an order that ends the line
	sources = 7 // and then what tells whose words follow
	we      = `(?:i|we|you|ich|wir|yo|je|nous|eu|nós|я|мы|please|bitte|always|never|immer|nie)`
	// What somebody does who says something.
	says = `(?:says|said|wrote|writes|asks|asked|suggests|suggested|recommends|recommended|commented|replied|answered|claims|claimed|states|stated|told (?:me|us)|posted|(?:messages|texts|emails|pinged|messaged|emailed|mailed) (?:me|us)|sagte?|schreibt|schrieb|meinte?|fragte?|antwortete?|empfiehlt|behauptet|hat (?:\p{L}+ ){0,3}(?:geschrieben|gesagt|gemeint)|dice|dijo|escrib(?:e|ió)|pregunta|recomienda|sugiere|respondió|dit|écrit|demande|répond|recommande|suggère|diz|disse|escreveu|говорит|сказала?|пишет|написала?)`
	// What somebody writes to somebody, and what else holds words of somebody.
	letter = `(?:(?:e-?)?mails?|messages?|nachrichten?|mensajes?|correos?|comments?|kommentare?|comentarios?|commentaires?|reviews?|feedback|letters?|posts?|tickets?|answers?|antwort|respuesta|réponse|письмо|сообщение|комментарий)`
	holder = `(?:` + letter + `|issues?|threads?|hilos?|fils?|drafts?|paragraphs?|sentences?|entw[uü]rfe?|abs[aä]tze?|s[aä]tze?|borrador|párrafos?|frases?|brouillon|paragraphes?|phrases?|readme|changelog|docs?|documentation|doku(?:mentation)?|specs?|(?:style ?)?guide(?:lines?)?|styleguide|manual|manuel|handbuch|handbook|artic(?:le|ulo)|artikel|blog|output|te[xk]te?s?|texto|transcript|jobs?|pipeline|logs?|console|konsole|\S*prompts?|instructions|anweisung(?:en)?|instrucciones|consignes|instruções|текст|промпт|\S+\.(?:md|txt|rst|pdf|docx?)|english|deutsch|español|français|português|русский)`
	order  = `(?i)(?:^|[.!?。] )(?:(?:please|pls|can you|could you|now|and|bitte|kannst du|por favor|puedes|s'il te plaît|peux-tu|пожалуйста),? )*`
	// What is done with a text alone, as an order; and with what else, too.
	reword = `(?:summari[sz]e|proof-?read|rephrase|reword|shorten|korrigier(?:e|t|en)?|korrektur ?lesen|kürz(?:e|t|en)?|umformulier(?:e|t|en)?|fass(?:e|t)?(?: \p{L}+)? zusammen|res[uú]m(?:e|a|id|an)(?:me|nos|lo)?|résume(?:z|-moi)?|corrig(?:e|ez|id)|corrij[ae](?:me|lo)?|reformul(?:e|ez|a)|исправь?(?:те)?(?: ошибки)?|сократи(?:те)?|перескажи(?:те)?|отредактируй(?:те)?)`
	treat  = `(?:` + reword + `|rewrite|explain|correct|polish|review|critique|check|improve|translate|erklär(?:e|t)?|prüf(?:e|t)?|verbesser(?:e|t|n)?|lies|übersetz(?:e|t)?|fass\p{L}*|revis[ae]|mejora|explica|tradu[cz]\p{L}*|tradui\p{L}*|relis|améliore|explique|проверь|улучши|переведи)`
	these  = `(?:this|these|that|those|my|the following|dies\p{L}*|folgende\p{L}*|mein\p{L}*|est[aeo]s?|mis?|lo siguiente|ce(?:t|tte|s|ci)?|mon|ma|mes|isto|meus?|minhas?|эт\p{L}+|мо\p{L}+)`
)

var (
	handing = []func() *regexp.Regexp{
		lazy.Regexp(`(?i)^(?:(?:the|a|new|latest|pr|mr|code|review|github|gitlab|slack|neue[rs]?|die|der|das|eine?|el|un|le) )*` + letter + `(?: \p{L}+)? (?:from|by|von|vom|de|del|du|от) \S+(?: \p{Lu}\S+)?$`),
		lazy.Regexp(`(?i)^(?:(?:and |und |now |the |der |die |el |la |le )*(?:ci|build|pipeline|linter|compiler|logs?|console|konsole|server|runner|terminal|tests?)) (?:says?|said|prints?|shows?|complains?|sagt|meldet|zeigt|dice|dit|muestra|affiche)\.?$`),
		lazy.Regexp(`(?i)\b(?:review|pr|mr|code review|pull request)[ -]?(?:comments?|feedback|notes?|findings|kommentare?)(?:[:：]|$)`),

		lazy.Regexp(order + `(?:(?:translate|übersetz(?:e|t|en)?|tradu(?:ce|zca|cid|cir|z|za|zir|is|ire|isez)(?:me|nos|-moi)?|перевед\p{L}+)(?: [^:：.!?]{0,40})?|` + reword + `(?:,? (?:please|bitte|por favor|mal|mir|das|for me|me|это|текст))*|make this (?:shorter|nicer|longer|clearer|more \p{L}+|less \p{L}+)|turn this into [^:：.!?]{1,30})\s?[:：]`),
		lazy.Regexp(order + `(?:` + treat + `(?: \p{L}+){0,2}? ` + these + `(?: (?:\p{L}+ ){0,2}` + holder + `)(?: [^:：.!?]{0,40})?|(?:` + reword + `|rewrite|explain|correct|polish|erklär\p{L}*|explica) ` + these + `(?: (?:for|to|into|in|as|please|more|less|auf|ins?|nach|für|bitte|para|al?|en|pour|по|на) [^:：.!?]{0,30})?|` + these + ` (?:\p{L}+ ){0,2}` + holder + ` (?:\p{L}+ ){0,3}(?:verbessern|korrigieren|übersetzen|prüfen|kürzen|umformulieren|zusammenfassen))\s?[:：]`),
		lazy.Regexp(`(?i)\b` + treat + `(?: \p{L}+){0,2} (?:the|de[mnr]|das|die|el|l[aeo]s?) (?:\p{L}+ )?` + holder + `(?: [^:：.!?]{0,30})?[:：]$`),
		lazy.Regexp(`^[^:：。！？]{0,10}?(?:翻译|润色|校对|改写)[^:：。！？]{0,10}[:：]|(?:请|帮我|帮忙)[^:：。！？]{0,8}(?:总结|概括|修改|检查|改进)[^:：。！？]{0,10}[:：]|(?:翻訳|要約|添削|校正)[^:：。]{0,14}[:：]`),

		lazy.Regexp(`(?i)(?:^|[^\p{L}])\p{L}[\p{L}\d.@_-]*(?: \p{L}+ly| just| also| noch| auch)? ` + says + `(?:[ ,][^:：.!?]{0,40})?[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}-])` + letter + `(?: [^\s:：]+){0,3}? (?:from|by|von|vom|de|del|du|от) [^:：.!?]{1,40}[:：]|['’]s (?:\p{L}+ )?` + letter + `[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:here(?:'s| is| are)|this is|below is|(?:found|got) (?:this|that|these)|hier (?:ist|sind|kommt|kommen)|das (?:ist|steht|stand)|das hier (?:ist|steht|stand)|(?:he )?encontr(?:é|ado) esto|j'ai trouvé (?:ça|ceci)|aquí (?:está|tienes)|este es|voici|aqui está|вот)\b[^:：]{0,60}(?:^|[^\p{L}])` + holder + `(?: [^:：]{0,30})?[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:like|as in|wie|como|comme|как)(?: \p{L}+)? (?:this|these|diese[rsmn]?|folgende[rsmn]?|hier|est[ae]|esto|ce(?:tte|ci|lle-ci|lui-ci)?|esse|isso|этот?)(?: (?:one|ones|here|hier|da))?[:：]`),
		lazy.Regexp(`[^我们](?:说|写道|写了|表示|回复|评论|建议)(?:了)?[:：]|的(?:邮件|评论|消息|回复)[:：]|(?:の(?:コメント|メール|レビュー|返信|メッセージ)|が(?:書いた|言った)|曰く|によると)[^:：]{0,10}[:：]`),
		// A document with what tells which: the notes of a meeting, a part of a README, one release, one ticket, a story of a user.
		lazy.Regexp(`(?i)^[^:：!?]{0,20}?(?:meeting (?:notes|minutes|summary)|minutes (?:of|from)|notes (?:from|of) (?:the |today's |yesterday's )?(?:\p{L}+ )?(?:meeting|call|standup|retro|sync)|(?:gesprächs|besprechungs|meeting|sitzungs)-?(?:notizen|protokoll)|protokoll (?:vom|der|des|zum)|(?:notas|acta|minuta) de (?:la )?reuni[óo]n|compte[- ]rendu|notes de (?:la )?réunion|(?:ata|notas) da reunião|(?:протокол|заметки|итоги) (?:со? )?(?:встреч|совещан|созвон|от )\p{L}*|会议(?:记录|纪要)|議事録)[^:：!?]{0,40}[:：]` +
			`|^(?:(?:excerpt|quoted?|taken|copied|auszug|zitat|extracto|cita|extrait|citation|trecho|выдержка|цитата) )?(?:from|out of|aus|del?|du|do|из|来自|摘自) [^:：!?]{0,40}?` + holder + `[^:：!?]{0,30}[:：]` +
			`|^(?:the |das |der |die |el |le )?(?:(?:readme|contributing|changelog|release notes|patch notes|versionshinweise|notas de (?:la )?versión|notes de version)(?:\.md)? (?:of|from|by|v?\d|von|vom|zu|del?|du)|(?:system[- ]?)?prompt (?:of|for|von|für|del?|para|du|pour|для))[^:：!?]{0,30}[:：]` +
			`|^(?:the |das )?(?:ticket|issue|bug|story|epic|jira|тикет|工单) ?(?:#\d+|[A-Z]+-\d+|\d{2,})[^:：!?]{0,30}[:：]|^[A-Z]{2,10}-\d+[:：] ?(?:as an? |als |como |en tant |как )` +
			`|^(?:their|his|her|deren|leurs?|их) (?:\p{L}+ ){0,2}(?:rules?|guidelines?|policy|policies|standards?|conventions?|regeln|richtlinien?|règles|reglas|normas|regras|правила)\s?[:：]`),
	}
	reported = lazy.Regexp(`(?i)^(?:and |but |und |aber |y |pero )?((?:[^\s:：]+ ){1,5}?)(?:` + says + ` (?:that|dass|que|we|you|i|he|she|they|one|wir|man|ich|du|er|sie)\b|(?:says|said|claims|claimed|suggests|suggested|recommends|recommended|insists|thinks|wants us|told (?:me|us)|sagte?|meinte?|empfiehlt|behauptet|dice|dijo|recomienda|dit|recommande|diz|disse|говорит|сказала?|(?:docs|guidelines|rules|people|others|they|readme|manual|users|colleagues) say)[, ])|^(?:according to|laut|gemäß|según|selon|d'après|segundo|согласно|по словам) |^(?:根据|按照).{2,30}[，,]|^[^、。]{2,20}によると`)
	turned   = lazy.Regexp(`(?i), (?:so|but|therefore|hence|deshalb|daher|also|aber|así que|pero|donc|mais|então|mas|поэтому|но)\b`)
	// Who speaks themselves; or of what is theirs.
	speakers  = lazy.Regexp(`(?i)(?:^|[^\p{L}])` + we + `(?:$|[^\p{L}'])`)
	ourselves = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:` + we + `|my|our|mein\p{L}*|unser\p{L}*|mis?|nuestr\p{L}+|mon|ma|mes|notre|nos|meu|nosso)(?:$|[^\p{L}'])`)
	// A name with a colon behind it, perhaps with where it was said; or with whom one speaks of so.
	labelled = lazy.Regexp(`^(?:[-*•] )?@?(\p{Lu}[\p{Ll}-]+)(?:['’]s (?:\p{L}+ )?` + letter + `| \([^:：()]{1,30}\)| (?:on|in|via|per|by|auf|im|por|en|sur|par|по|в) [^:：.!?]{1,30}| \p{Lu}\S*)?\s?[:：]\s?|^(?:[小老阿]\p{Han}|\p{Han}{1,3}(?:经理|老师|总监|先生|女士|さん|部長|課長))[:：]`)
	// How one goes on behind what was only handed over.
	resumes = lazy.Regexp(`(?i)[.!?。！？]["”»]?\s+((?:also|and also|btw|by the way|besides|p\.?s\.?|außerdem|übrigens|ach ja|además|también|por cierto|de plus|au fait|além disso|aliás|кстати|также|ещё)[,:] |(?:and|und|y|et|e|и) (?:from now|ab (?:jetzt|sofort)|a partir|dorénavant|désormais|впредь))|[。！？](另外|顺便|还有|それと|あと|ちなみに)`)
	quotes  = lazy.Regexp(`"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|「[^」\n]+」|『[^』\n]+』|\b(?:FATAL|ERROR|PANIC|WARN|WARNING): .*`)
)
