package sentence

import "github.com/agent-admin/memoria/fsutil/lazy"

// Retracts returns where the words end with which a person takes back what they said; what follows names it. It returns -1 where
// there are none.
func Retracts(s string) int {
	if at := retracts().FindStringIndex(s); at != nil {
		return at[1]
	}
	return -1
}

// Astray reports whether a person says that their last message was sent by mistake.
func Astray(s string) bool { return astray().MatchString(s) }

// Corrects returns the words with which a person begins to say a rule another way than before, "" where there are none.
func Corrects(s string) string { return corrects().FindString(s) }

var (
	retracts = lazy.Regexp(`(?i)^(?:(?:no|nein|wait|ok|oh|sorry|actually|and|but|eh|ah|hm+)[,.! ]+)*(?:scratch (?:that|this|it)|strike that|i (?:take|took) (?:that|it) back|never ?mind|nvm|(?:please )?(?:forget|ignore|disregard) (?:that|this|it\b|about|what i (?:said|wrote|told you)|my last)|(?:i'm )?withdrawing that|(?:undo|drop|delete|remove|cancel|revoke) (?:that|this|the last) (?:rule|decision|preference|instruction)|die(?:se)? regel gilt nicht mehr|streich die(?:se)? regel|esa regla ya no vale|doch nicht\W*$|vergiss (?:das|es|was ich)|vergessen sie|streich das|(?:das )?nehme ich zurück|ich nehme das zurück|schon gut|olv[ií]da(?:lo|te| eso| lo que| lo de)?|me retracto|lo retiro|déjalo|oublie(?:z)?\b|laisse tomber|je retire|esque[çc]e\b|deixa (?:pra|para) lá|забудь|беру (?:свои )?слова|неважно)(?: (?:what|was|lo|ce|o|ich|i|que|said|told|you|über|gesagt|habe|dije|te|mit|den|der|die|das|about|de|sobre|à|propos|про|то|что|я|говорил|сказала?))*|(?:, |; | and )(?:so )?(?:forget|vergiss|olvida|oublie|esqueça|forget about) |^(?:算了|当我没说|忘(?:了|掉)|やっぱり(?:なし|やめ)|(?:さっきの|今の)(?:は|話は)(?:なし|忘れ))`)
	astray   = lazy.Regexp(`(?i)^(?:(?:no|nein|non|wait|ok|oh|sorry|oops|ups|uups|argh|entschuldigung|pardon|perdón|désolée?|desculpa|ой|извини|ah|and|but)[,.! ]+)*(?:(?:please |bitte )?(?:ignore|disregard|forget|skip|discard) (?:my|the|that) (?:last|previous|prior|above|earlier) (?:message|msg|paste|prompt|input|one)(?:\s*[,.!;:)(–—-]|\s*$|\s+(?:and|as|since|because|it|that was|i|completely|please|entirely)\b)|(?:(?:that|this|it) was (?:the |a )?|i had the )?(?:wrong (?:window|chat|session|paste|tab|terminal|clipboard|copy)|mis-?paste)(?:\s*[.!;)–—]|\s*$|, ?(?:sorry|ignore|please|forget|my|that|i)\b)|(?:(?:this|that|my last (?:message|one)|the last (?:message|one)|that message) was |versehentlich |aus versehen )?(?:sent|gesendet|geschickt) ?(?:by (?:mistake|accident)|(?:aus )?versehen(?:tlich)?|\W*$)|envoyé par erreur|enviado por (?:error|engano)|(?:that|this|it|the last (?:message|one|paste)) (?:was|is) (?:meant )?for (?:another|a different|the other|my other) (?:project|session|chat|window|repo|agent)\b|i pasted the wrong\b|(?:bitte )?(?:ignorier(?:e|en sie)?|vergiss) (?:bitte )?(?:die|meine) (?:letzte|vorige|vorherige) (?:nachricht|eingabe)|(?:das war (?:das |der |die )?)?(?:falsches fenster|falscher chat|falsche sitzung|falsch (?:kopiert|eingefügt))(?:\s*[.!;)–—]|\s*$|, ?(?:sorry|bitte|entschuldig|vergiss|ignorier))|das war für ein anderes (?:projekt|fenster|repo)|ignore[rz]? (?:mon|le) (?:dernier|précédent) message|ignore[rz]? mon message précédent|(?:c'était (?:la |le )?)?(?:mauvaise fenêtre|mauvais (?:copier-coller|onglet))\b|c'était pour un autre projet|ignora (?:mi|el) (?:último mensaje|mensaje anterior)|(?:era la )?ventana equivocada|me equivoqué de ventana|(?:eso )?era para otro proyecto|ignor[ae] (?:a )?(?:minha )?(?:última mensagem|mensagem anterior)|janela errada|era para outro projeto|(?:про)?игнорируй (?:предыдущее|последнее|прошлое|моё последнее) сообщение|не туда(?:\W|$)|не то окно|ошиб(?:ся|лась) окном|это было для другого проекта|отправлено по ошибке)|^(?:(?:抱歉|对不起|不好意思|すみません|ごめん)[，,。、 ]*)*(?:(?:请)?忽略(?:我)?(?:上一条|刚才的|前一条)|(?:我)?(?:发|贴|粘贴)错(?:了|窗口|地方)|上一条(?:消息)?(?:请)?(?:忽略|无视|作废)|(?:さっき|直前|今|前)の(?:メッセージ|貼り付け|投稿)は(?:無視|忘れ)|(?:貼り|送り|送る)(?:間違え|間違い|先を間違え)|誤爆|間違えて送|誤って送|误发)`)
	corrects = lazy.Regexp(`(?i)^(?:(?:ok|oh|hm+|no|sorry|wait|nein|ach)[,.! ]+)*(?:actually|on second thoughts?|i changed my mind|wait|rather|correction|in the end|am ende|letztlich|eigentlich|doch (?:lieber|besser)|lieber doch|ich habe es mir anders überlegt|korrektur|en realidad|pensándolo bien|mejor|cambié de (?:idea|opinión)|corrección|al final|en fait|finalement|au final|plutôt|na verdade|pensando bem|no fim|no final|на самом деле|в итоге|нет, лучше)(?:$|[\s,:])|^(?:还是|其实|最终|最后|やっぱり|やはり|結局)`)
)
