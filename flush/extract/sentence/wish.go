package sentence

import (
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// AsksFor reports whether a clause asks for something to be done now: fix it, commit and push, tackle them.
func (x *Lexicon) AsksFor(clause string) bool {
	clause = strings.TrimSpace(clause)
	h := Hear(clause)
	switch {
	case x.Lead(Request, h) > 0 && !x.Solid() && x.Lead(Request, h) < len(h.Words):
		return true
	case x.Solid():
		return false
	case x.Lang == prose.EN && len(h.Words) == 2:
		return strings.Contains(" it them this that these those ", " "+h.Words[1]+" ")
	}
	return x.Lead(Ack, h) >= 3
}

// Tells reports whether a sentence says how something is, not how it is to be: "it is never called", "it
// never calls the store".
func Tells(s string) bool {
	words := Hear(s).Words
	for i, w := range words {
		if (w == "never" || w == "always") && (i > 0 && isForms()[words[i-1]] || i+1 < len(words) && acts(words[i+1])) {
			return true
		}
	}
	return befallen().MatchString(s) && !obliges().MatchString(s)
}

// Rules reports whether a sentence is an order that always holds, though words of it could report a failure: it begins with the
// habit or the verb of the order, or says must.
func Rules(s string) bool { return rules().MatchString(s) && !befalls().MatchString(s) }

var (
	rules = lazy.Regexp(`(?i)^(?:(?:please|also|and|but|bitte|auch|por favor|y|et|e|и|а|пожалуйста)[, ]+)*(?:(?:always|never|don't ever|do not ever) \p{L}+ |(?:zu|bei|für|nach|vor) jede[rmns]? .*\b(?:immer|erst|zuerst)\b.*en\W*$|(?:\p{L}+ ){1,4}(?:immer|nie|niemals) (?:\S+ ){0,4}\p{L}+en(?:,|\W*$)|(?:immer|nie|niemals) (?:\S+ ){1,6}\p{L}+en(?:,|\W*$)` +
		`|(?:nunca|jamás|siempre|sempre|jamais|toujours) \p{L}+ |\p{L}+[aez] (?:siempre|sempre|toujours) |ne (?:jamais |\p{L}+ jamais )\p{L}+|n'\p{L}+ jamais |(?:всегда|никогда не) \p{L}+(?:й|йте|ь|ьте|и|ите)(?:$|[^\p{L}]))|\b(?:must|should|have to|has to|needs? to) (?:always|never)\b|\b(?:darf|dürfen|muss|müssen|sollen?) (?:\S+ ){0,3}(?:immer|nie|niemals)\b|\b(?:deben?|devem?) (?:siempre|sempre)\b|\bdoi(?:t|vent) (?:toujours|jamais)\b`)
	// What befalls somebody: always fails, siempre da error.
	befalls = lazy.Regexp(`(?i)\b(?:always|never) (?:\p{L}+(?:ing|ed)|broken|stuck|the|an?|in|on|at|when|if|again|seen|got|had)\b|\b(?:siempre|nunca|sempre|toujours|jamais) (?:me |se |nos |te |les? |il |elle |la |el |o |a )?(?:falla|fallan|da|dan|sale|salen|rompe|pasa|ocurre|aparece|funciona|funcionan|falha|quebra|acontece|échoue|plante|marche|fonctionne|en|em|au|à|que|cuando|quand|quando)\b|^(?:falla|falha|échoue|plante|da|dá|sale|marche|funciona) (?:siempre|sempre|toujours)|\b(?:ich|wir|es|er|sie|man|hat|haben|ist|sind|war|wird|werden|kommt|schlägt|bricht|stürzt|läuft)\b`)
)

// acts reports whether a word may be an English verb in the third person: adds, removes.
func acts(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// AfterRequest removes the openings of a request from a sentence.
func (x *Lexicon) AfterRequest(s string) string {
	for range 3 {
		h := Hear(s)
		n := x.Lead(Request, h)
		if n == 0 {
			break
		}
		s = strings.TrimLeft(s[h.Ends[n-1]:], " ,:")
	}
	return s
}

// quits matches an order to end a habit.
var quits = lazy.Regexp(`^(?:and |but |please |also |und |bitte |y |por favor )*(?:stop|quit|no more) \p{L}+ing\b|^(?:und |bitte )*hör\p{L}* (?:sie |bitte )*auf\b.*\bzu\b|^(?:y |por favor )*dej[ae] de \p{L}+r\b|^arrêtez? (?:de |d')|^(?:por favor )?par[ae] de \p{L}+r\b|^(?:перестань|хватит) |^(?:别再|不要再)`)

// Habitual returns the class habit where a short sentence has a word for it in any language that is written with
// spaces: of a short one the language cannot be told.
func Habitual(s Said) Mask {
	var m Mask
	if quits().MatchString(s.Text) {
		m = 1 << Habit
	}
	if len(s.Words) > 8 {
		return m
	}
	for _, x := range Lexicons() {
		if !x.Solid() {
			m |= x.Match(s) & (1 << Habit)
		}
	}
	return m
}

// Urged returns a question that only asks politely for something to be so from now on, "could you always run the tests?", as
// the order that it is; any other sentence as it stands.
func Urged(s string) string {
	order := strings.TrimRight(s, " ?？!。.")
	if !Asks(s) || supposes().MatchString(s) || Tells(order) {
		return s
	}
	if at := agreed().FindStringIndex(order); at != nil && !Asks(order[:at[0]]) && forEver().MatchString(order) { // "never force-push, ok?"
		return order[:at[0]]
	}
	if pleads().MatchString(order) && forEver().MatchString(order) && !wonders().MatchString(order) {
		return strings.TrimSuffix(strings.TrimSuffix(order, "か"), "吗")
	}
	polite := politely().FindStringIndex(order)
	for _, at := range forEver().FindAllStringIndex(order, -1) {
		if polite != nil && (at[0] < polite[1] || !wonders().MatchString(order[polite[1]:at[0]])) {
			return order
		}
	}
	return s
}

var (
	forEver = lazy.Regexp(`(?i)` + forGood)
	// How a request begins that is put as a question.
	politely = lazy.Regexp(`(?i)^(?:(?:and|but|also|so|hey|hi|ok(?:ay)?|please|thanks|und|aber|bitte|y|pero|por favor|et|mais|e|и|а|пожалуйста)[, ]+)*(?:(?:` + forGood + `)[, ]+)?(?:(?:can|could|would|will) (?:you|we)(?: (?:please|all|guys|just))*|would you mind|(?:kannst|könntest|würdest|magst) du|(?:können|könnten|würden) (?:sie|wir)|könnt ihr` +
		`|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|peut-on|(?:est-ce que )?(?:tu p(?:eux|ourrais)|vous p(?:ouvez|ourriez)|on p(?:eut|ourrait))|¿?(?:puedes|podrías|podemos|podríamos|puede|podría)|(?:você )?(?:pode(?:ria)?|podemos)|(?:не )?(?:можешь|можете|можем|можно|мог(?:ла)? бы ты|могли бы (?:вы|мы)))(?:[ ,]|$)`)
	// The same where it ends so, or in Chinese.
	pleads = lazy.Regexp(`(?:[てで])(?:もらえ|くれ|いただけ|頂け)\p{Hiragana}*か?$|(?:以后|今后|从现在).*(?:能不能|能否|可不可以)|(?:能不能|能否|可不可以).*(?:以后|今后|总是|一律)|(?:能不能|能否|可不可以|可以|能).{0,4}(?:不要再|别再)`)
	// An order ends so that asks for a nod.
	agreed = lazy.Regexp(`(?i)[,，、–—-] ?(?:ok(?:ay)?|alright|please|ja|bitte|vale|por favor|d'accord|s'il te plaît|tá|ладно|хорошо|好吗|好不好|行吗|可以吗|いいですか)$`)
	// What is asked is something else; or what lasts is said of a thing: the never ending loop.
	wonders = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:why|whether|if|that|which|how|what|where|when|who|because|warum|wieso|ob|dass|wie|was|wo|wann|weil|pourquoi|si|que|qui|comment|quand|por ?qu[eéê]|si|qué|cómo|cuándo|quien|como|quando|почему|что|ли|как|где|когда|котор\p{L}+)(?:$|[^\p{L}])|[,;:—]|为什么|怎么|是否|哪|什么|なぜ|どう|どこ|何` +
		`|(?:^|\s)(?:the|an?|der|die|das|de[mnrs]|ein\p{L}*|el|la|los|las|una?|le|les|une|os|as|uma?)\s*$`)
)
