package sentence

import (
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
	for i, re := range handing {
		if i == colons && !strings.ContainsAny(line, ":：") {
			break
		}
		for _, m := range re().FindAllStringSubmatchIndex(line, -1) {
			if head := line[m[0]:m[1]]; (i == ordered || i == ordered+1 || !ourselves().MatchString(head)) && utf8.RuneCountInString(line[:m[1]]) < 160 {
				return m[1]
			}
		}
	}
	return -1
}

const (
	ordered = 1 // in handing: two orders about a text, which may be polite
	colons  = 5 // where those begin that need a colon
	we      = `(?:i|we|you|ich|wir|yo|je|nous|eu|nós|я|мы|please|bitte|always|never|immer|nie)`
	// What somebody does who says something.
	says = `(?:says|said|wrote|writes|asks|asked|suggests|suggested|recommends|recommended|commented|replied|answered|claims|claimed|states|stated|told (?:me|us)|posted|(?:messages|texts|emails|pinged|messaged|emailed|mailed) (?:me|us)|sagte?|schreibt|schrieb|meinte?|fragte?|antwortete?|empfiehlt|behauptet|hat (?:\p{L}+ ){0,3}(?:geschrieben|gesagt|gemeint)|dice|dijo|escrib(?:e|ió)|pregunta|recomienda|sugiere|respondió|dit|écrit|demande|répond|recommande|suggère|diz|disse|escreveu|говорит|сказала?|пишет|написала?)`
	// What somebody writes to somebody, and what else holds words of somebody.
	letter = `(?:(?:e-?)?mails?|messages?|nachrichten?|mensajes?|correos?|comments?|kommentare?|comentarios?|commentaires?|reviews?|feedback|letters?|posts?|tickets?|answers?|antwort|respuesta|réponse|письмо|сообщение|комментарий)`
	holder = `(?:` + letter + `|issues?|threads?|hilos?|fils?|drafts?|paragraphs?|entw[uü]rfe?|abs[aä]tze?|borrador|párrafos?|brouillon|paragraphes?|readme|docs?|documentation|doku(?:mentation)?|specs?|(?:style ?)?guide(?:lines?)?|styleguide|manual|handbuch|handbook|artic(?:le|ulo)|artikel|blog|output|text|transcript|jobs?|pipeline|logs?|console|konsole)`
)

var (
	handing = []func() *regexp.Regexp{
		lazy.Regexp(`(?i)^(?:(?:the|a|new|latest|pr|mr|code|review|github|gitlab|slack|neue[rs]?|die|der|das|eine?|el|un|le) )*` + letter + `(?: \p{L}+)? (?:from|by|von|vom|de|del|du|от) \S+(?: \p{Lu}\S+)?$`),
		lazy.Regexp(`(?i)\b(?:summari[sz]e|proofread|review|critique|translate|rewrite|rephrase|shorten|fass\p{L}*|korrigier\p{L}*|übersetz\p{L}*|kürz\p{L}*|resum\p{L}+|revis[ae]|corrig\p{L}+|tradu\p{L}+|résum\p{L}+|relis\p{L}*)(?: \p{L}+){0,2} (?:this|these|the|that|those|dies\p{L}*|de[mnr]|das|die|est[aeo]s?|el|l[aeo]s?|ce(?:t|tte|s)?) (?:\p{L}+ )?` + holder + `(?: [^:：.!?]{0,30})?[:：]$`),
		// Of a text itself: what follows is to be translated, or worded otherwise.
		lazy.Regexp(`(?i)^(?:(?:please|pls|can you|could you|now|and|bitte|por favor|s'il te plaît),? )*(?:(?:translate|übersetz\p{L}*|tradu\p{L}+|перевед\p{L}+)(?: [^:：.!?]{0,40})?|(?:rewrite|rephrase|reword|explain|shorten|summari[sz]e|correct|proofread|polish|korrigier\p{L}*|kürz\p{L}*|erklär\p{L}*|umformulier\p{L}*|corrig\p{L}+|resum\p{L}+|reformul\p{L}+) (?:this|these|the following|diese[nrsm]?|folgende[nrsm]?|est[ae]|lo siguiente|ce(?:tte|ci)?|isto|este)(?: [^:：.!?]{0,30})?|make this (?:shorter|nicer|longer|clearer|more \p{L}+|less \p{L}+)|turn this into [^:：.!?]{1,30})[:：]`),
		lazy.Regexp(`(?i)^(?:(?:and |und |now |the |der |die |el |la |le )*(?:ci|build|pipeline|linter|compiler|logs?|console|konsole|server|runner|terminal|tests?)) (?:says?|said|prints?|shows?|complains?|sagt|meldet|zeigt|dice|dit|muestra|affiche)\.?$`),
		lazy.Regexp(`(?i)\b(?:review|pr|mr|code review|pull request)[ -]?(?:comments?|feedback|notes?|findings|kommentare?)(?:[:：]|$)`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}])\p{L}[\p{L}\d.@_-]*(?: \p{L}+ly| just| also| noch| auch)? ` + says + `(?:[ ,][^:：.!?]{0,40})?[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}-])` + letter + `(?: [^\s:：]+){0,3}? (?:from|by|von|vom|de|del|du|от) [^:：.!?]{1,40}[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:here(?:'s| is| are)|this is|below is|(?:found|got) (?:this|that|these)|hier (?:ist|sind|kommt|kommen)|das (?:ist|steht|stand)|das hier (?:ist|steht|stand)|(?:he )?encontr(?:é|ado) esto|j'ai trouvé (?:ça|ceci)|aquí (?:está|tienes)|este es|voici|aqui está|вот)\b[^:：]{0,60}(?:^|[^\p{L}])` + holder + `(?: [^:：]{0,30})?[:：]`),
		lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:like|as in|wie|como|comme|как)(?: \p{L}+)? (?:this|these|diese[rsmn]?|folgende[rsmn]?|hier|est[ae]|esto|ce(?:tte|ci|lle-ci|lui-ci)?|esse|isso|этот?)(?: (?:one|ones|here|hier|da))?[:：]`),
		lazy.Regexp(`[^我们](?:说|写道|写了|表示|回复|评论|建议)(?:了)?[:：]|的(?:邮件|评论|消息|回复)[:：]|(?:の(?:コメント|メール|レビュー|返信|メッセージ)|が(?:書いた|言った)|曰く|によると)[^:：]{0,10}[:：]`),
	}
	reported = lazy.Regexp(`(?i)^(?:and |but |und |aber |y |pero )?((?:[^\s:：]+ ){1,5}?)(?:` + says + ` (?:that|dass|que|we|you|i|he|she|they|one|wir|man|ich|du|er|sie)\b|(?:says|said|claims|claimed|suggests|suggested|recommends|recommended|insists|thinks|wants us|told (?:me|us)|sagte?|meinte?|empfiehlt|behauptet|dice|dijo|recomienda|dit|recommande|diz|disse|говорит|сказала?|(?:docs|guidelines|rules|people|others|they|readme|manual|users|colleagues) say)[, ])|^(?:according to|laut|gemäß|según|selon|d'après|segundo|согласно|по словам) |^(?:根据|按照).{2,30}[，,]|^[^、。]{2,20}によると`)
	turned   = lazy.Regexp(`(?i), (?:so|but|therefore|hence|deshalb|daher|also|aber|así que|pero|donc|mais|então|mas|поэтому|но)\b`)
	// Who speaks themselves; or of what is theirs.
	speakers  = lazy.Regexp(`(?i)(?:^|[^\p{L}])` + we + `(?:$|[^\p{L}'])`)
	ourselves = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:` + we + `|my|our|mein\p{L}*|unser\p{L}*|mis?|nuestr\p{L}+|mon|ma|mes|notre|nos|meu|nosso)(?:$|[^\p{L}'])`)
	quotes    = lazy.Regexp(`"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|「[^」\n]+」|『[^』\n]+』|\b(?:FATAL|ERROR|PANIC|WARN|WARNING): .*`)
)
