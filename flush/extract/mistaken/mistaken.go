// Package mistaken finds what was said by mistake: in the wrong window, or as the wrong paste.
package mistaken

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Without empties the messages of which the person says next that they sent them by mistake, and the answers to them. Of
// the message that says so, the rest stays. Turns that skip names are no messages.
func Without(turns []transcript.Turn, skip func(transcript.Turn) bool) []transcript.Turn {
	var prompts []int // of the person, those that stand
	owned := false
	for i, t := range turns {
		if t.Role != transcript.Person || t.Subagent || skip(t) {
			continue
		}
		rest, n, sure := mistakes(t.Text)
		n = min(n, len(prompts))
		if n > 0 && !sure && slices.ContainsFunc(turns[prompts[len(prompts)-1]:i], func(t transcript.Turn) bool {
			return t.Edits() > 0
		}) {
			n = 0 // what was worked on is no slip
		}
		if n > 0 {
			if !owned {
				turns, owned = slices.Clone(turns), true
			}
			for k := prompts[len(prompts)-n]; k < i; k++ {
				turns[k].Text, turns[k].Question = "", ""
			}
			prompts = prompts[:len(prompts)-n]
			turns[i].Text = rest
		}
		if n == 0 || rest != "" {
			prompts = append(prompts, i)
		}
	}
	return turns
}

// mistakes returns what a message says, how many messages before it its beginning calls a mistake, and whether that is
// sure: "ignore that" may mean what the agent said.
func mistakes(text string) (rest string, n int, sure bool) {
	rest = strings.TrimSpace(text)
	rest = rest[len(sorry().FindString(rest)):]
	for {
		m := mistaken().FindStringSubmatchIndex(rest)
		if sure = sure || m != nil; m == nil {
			m = ignored().FindStringSubmatchIndex(rest)
		}
		switch {
		case m == nil && n == 0:
			return text, 0, false
		case m == nil:
			return strings.TrimSpace(rest[len(righted().FindString(rest)):]), n, sure
		case len(m) > 2 && m[2] >= 0:
			n = 2
		}
		n = max(n, 1)
		rest = strings.TrimLeft(rest[m[1]:], " ,.;:!-–—)。，！\n\t")
	}
}

const (
	ownMessage = `(?:(?:my|the|that|this|meine|die|diese|mi|mis|el|este|mon|mes|le|ce|a|minha|esta|моё|мое|это) )?`
	latest     = `(?:last|previous|prior|letzten?|vorige|último|anterior|dernier|précédent|última|последнее|предыдущее)`
	aMessage   = `(?:messages?|msgs?|prompts?|pastes?|posts?|nachricht(?:en)?|mensajes?|mensagem|сообщение)`
	another    = `(?:another|a different|some other|the other|ein(?:e|en)? ander(?:e|es|en)|otr[oa]|un(?:e)? autre|outr[oa]|другого|другой)`
	elsewhere  = `(?:windows?|tabs?|terminal|repo(?:sitory)?|projects?|sessions?|chats?|agent|clipboard|fensters?|projekts?|sitzung|ventana|repositorio|proyecto|sesión|fenêtre|dépôt|projet|janela|repositório|projeto|sessão|окна|проекта|чата|сессии)`
	amiss      = `(?:wrong|falsche[rs]?|mauvais(?:e)?)`
	sentTo     = `(?:paste|copy|copy ?(?:&|and) ?paste|message|prompt|` + elsewhere + `)`
	wrongPlace = `(?:` + amiss + ` ` + sentTo + `|(?:ventana|repositorio|proyecto|sesión|chat|janela|repositório|projeto|sessão) (?:equivocad[oa]|errad[oa])|не (?:то|в то) (?:окно|сообщение)|не в тот (?:чат|проект)|не туда)`
	atEnd      = `\s*(?:$|[,.;:!)–—\n。，！-]|\s(?:please|bitte|it|that|this|i|sorry|and|und|was)\b)`
)

var (
	sorry = lazy.Regexp(`(?i)^(?:(?:oh|oops|ups|uups|whoops|sorry|my bad|no|wait|hm+|ah|ok|please|bitte|entschuldigung|perdón|perdona|lo siento|pardon|désolé|desculpa|desculpe|ой|извини(?:те)?|прости(?:те)?)[,.!… –-]+)*(?:抱歉|不好意思|すみません|ごめん(?:なさい)?)?[,.!，。、！ ]*`)
	// The message before was sent by mistake; the group says that several were.
	mistaken = lazy.Regexp(`(?i)^(?:` +
		`(?:ignore[rz]?|ignoriere?|disregard|forget|skip|discard|vergiss|olvida|ignora|oublie[z]?|esqueça|забудь|игнорируй) ` + ownMessage + latest + ` ((?:two|three|2|3|zwei|beiden) )?` + aMessage + atEnd +
		`|(?:(?:ignore|olvida|ignora) (?:el |a |o |mi |minha )?(?:mensaje|mensagem) anterior|(?:(?:that|this|it)(?: was|'s| is)(?: the)? |(?:das|es) war (?:das |der |die )?|c'était (?:le |la )?|era (?:la |el |a |o )?)?` + wrongPlace + atEnd + `)` +
		`|i (?:just )?(?:pasted|copied|sent|posted|typed) (?:the wrong (?:thing|text|review|log|file|message|one|paste)|(?:that|this|it) (?:in|into|to) the wrong ` + elsewhere + `)` +
		`|(?:that|this|it|(?:my|the) last (?:message|one|prompt|paste)) (?:was|is) (?:meant |intended )?(?:for|to) (?:` + another + `|the wrong|the other) ` + elsewhere +
		`|(?:das|es|die nachricht) (?:war|gehört|ging) (?:für|in|an) ` + another + ` ` + elsewhere +
		`|(?:eso |esto |isso )?era (?:para|pra) ` + another + ` ` + elsewhere + `|c'était pour ` + another + ` ` + elsewhere + `|это было для ` + another + ` ` + elsewhere +
		`|(?:请)?(?:忽略|无视)(?:我)?(?:上一条|刚才|上面)(?:的)?(?:那条)?(?:消息|信息|内容)?|(?:我)?(?:发|贴|粘贴)错(?:了|窗口)*` +
		`|(?:さっき|今|前)の(?:メッセージ|投稿|貼り付け)?は?(?:無視|間違い)(?:して|です)?(?:ください)?|(?:貼り|送り)?(?:間違え|誤爆)(?:まし)?た|(?:貼り|ウィンドウを)間違え(?:まし)?た)`)
	// What is told to be ignored is the message before, or what the agent said.
	ignored = lazy.Regexp(`(?i)^(?:please |bitte )?(?:ignore|disregard|ignorier\p{L}*|ignora|ignóralo|ignorez)(?: (?:that|this|it|das|es|eso|esto|ça|isso))?\s*(?:$|[.!\n])`)
	// What says that the right message follows.
	righted = lazy.Regexp(`(?i)^(?:and |but |so |here |aber |und )?(?:(?:this|that|here|it|below|hier|das|este?|voici|aqu[ií]|вот)(?:'s| is| ist| comes| kommt| es| está| vai)? )(?:the |das |die |der |el |la |le |o |a )?(?:right|correct|actual|real|proper|richtige[rsn]?|corect[oa]|correct[oa]|bon(?:ne)?|правильн\p{L}+)[^:.!?\n]{0,40}(?:[:.!\n]|$)`)
)
