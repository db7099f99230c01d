package prose

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// IsStop tells whether a folded word carries no meaning of its own in the language; for
// [Unknown], in English. A text in any language is full of English terms, so English stop
// words count in each of the languages written in Latin letters.
func IsStop(word string, lang Lang) bool {
	if stops()[lang][word] {
		return true
	}
	return lang != RU && lang != ZH && lang != JA && stops()[EN][word] && !(lang != EN && lang != Unknown && foreign()[word])
}

// IsStopOf tells whether a folded word is one of a language's own words without meaning: [IsStop] takes those of
// English for such in most languages, so they do not tell which one a text is in.
func IsStopOf(word string, lang Lang) bool { return stops()[lang][word] }

// IsStopAnywhere tells whether a folded word carries no meaning of its own in one of the languages.
func IsStopAnywhere(word string) bool { return allStops()[word] }

// Stops are all words of which IsStopAnywhere is true, sorted.
func Stops() []string { return slices.Sorted(maps.Keys(allStops())) }

var allStops = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for _, words := range stops() {
		for w := range words {
			out[w] = true
		}
	}
	return out
})

// foreign are English stop words that are words of weight elsewhere.
var foreign = Set("die was will see am")

// The lists are made when first asked for: a command that reads no prose does not pay.
var stops = sync.OnceValue(func() map[Lang]map[string]bool {
	return map[Lang]map[string]bool{
		EN: set("a about above after again all also am an and any are as at be because been before being below between " +
			"both but by can could did do does doing done down each few for from further get gets got had has have having he " +
			"her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like me might " +
			"more most much must my no nor not now of off on once one only or other our ours out over own same shall she " +
			"should so some such than that that's the their theirs them then there there's these they they're this those " +
			"through to too under until up us very was wasn't we we're were what when where which while who whom why will " +
			"with would yes you you're your yours don't doesn't didn't can't won't ok okay please"),
		DE: set("aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da damit " +
			"dann das dass dein deine dem den der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein " +
			"eine einem einen einer eines er es etwas euch für gegen gibt habe haben hat hatte hier hin hinter ich ihm ihn ihr " +
			"ihre ihrem ihren im in ins ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen können " +
			"könnte machen man mehr mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne schon sehr " +
			"sein seine sich sie sind so sollte soll sollen sondern über um und uns unser unter vom von vor war waren warum was " +
			"weil weiter welche wenn werden wie wieder wir wird wo wurde wurden würde zu zum zur zwar zwischen bitte"),
		ES: set("a al algo algunos ante antes aquí así aún aunque bien cada como con cual cuando de del desde donde dos e el " +
			"ella ellos en entre era eran es esa ese eso esta está están estas este esto estos fue ha hace han hasta hay la " +
			"las le les lo los más me mi mientras mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por " +
			"porque puede pueden que qué quien se sea ser si sí sin sino sobre solo son su sus también tan tanto te tiene " +
			"tienen todo todos tu tus un una uno unos usted y ya yo favor hacer"),
		FR: set("a à afin ai ainsi alors après as au aucun aussi autre aux avait avant avec avoir bien c'est ça car ce cela " +
			"ces cet cette ceux chaque comme comment d dans de des deux donc du elle elles en encore est et était être eu faire " +
			"fait faut il ils j j'ai je l la là le les leur leurs lui m ma mais me même mes moi mon n ne ni non nos notre nous on " +
			"ont ou où par parce pas peut peuvent plus pour pourquoi qu quand que quel quelle qui s sa sans se sera ses si " +
			"sinon soit son sont sous sur ta te tes toi ton tous tout toute toutes très tu un une va vers voir vos votre vous y plaît"),
		PT: set("a à ao aos as às até além algo alguns ainda aqui antes apenas assim cada com como da das de dela dele deles " +
			"depois do dos e é ela elas ele eles em enquanto entre era eram essa esse esta está estão este eu foi for foram há " +
			"isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa o onde os ou outra outro para " +
			"pela pelo pode podem por porque pois qual quando que quem se sem ser será seu sua seus só sobre são também te tem têm " +
			"tinha todo todos tudo um uma uns você vocês vai favor fazer"),
		RU: set("а без бы был была были было быть в вам вас весь во вот все всё вы где да даже для до его ее её если есть " +
			"ещё еще же за здесь и из или им их к как какой ко когда который которая которые ли либо мне может можно мой мы на " +
			"надо нас наш не него нее неё нет ни них но ну нужно о об он она они оно от перед по под после потом потому почему " +
			"при про с сам свой себя сейчас со так также там тебя то того тоже только том тот ты у уже чего чем что чтобы эта " +
			"эти это этого этой этом этот я пожалуйста"),
		ZH: set("的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 们 吧 吗 呢 啊 与 及 而 被 把 从 对 将 " +
			"这个 那个 我们 你们 他们 可以 因为 所以 如果 但是 然后 以及 或者 还是 什么 怎么 请"),
		JA: set("の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう また もの という " +
			"あり まで られ なる へ か だ これ によって により おり より による ず なり られる において それ です ます ました ください"),
	}
})

// Set returns a set of words, made when it is first asked for: a command that reads no prose does not pay.
func Set(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		return set(words)
	})
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
