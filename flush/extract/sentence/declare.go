package sentence

import "github.com/agent-admin/memoria/fsutil/lazy"

// Declares reports whether a sentence tells of something, by its form: it begins with the thing, as no order does, and goes on with
// what the thing does or is.
func Declares(s string) bool {
	return !Asks(s) && !Passing(s) && declares().MatchString(s) && !Begs(s)
}

// Blames reports whether a sentence begins by saying that it names a cause, or what turned out.
func Blames(s string) bool { return !Asks(s) && blames().MatchString(s) }

// Begs reports whether a sentence asks for something with a word for it, whatever it begins with.
func Begs(s string) bool { return orders().MatchString(s) }

// Fails reports whether a sentence tells what something does not do.
func Fails(s string) bool { return amiss().MatchString(s) && Declares(s) }

// Regular reports whether an order holds whenever something is done, though it has no word for always: 每次改表结构都要先备份, every time.
func Regular(s string) bool { return !Asks(s) && !Passing(s) && regular().MatchString(s) }

var (
	declares = lazy.Regexp(`^(?:(?i:the|our|my|each|every)(?: \p{Ll}\S*| \p{Lu}\S*){1,3}? \p{Ll}{2,}(?:[^s\W]s|ed) \S` +
		`|(?i:der|die|das|eine?|unsere?|meine?|jede[rs]?|alle)(?: \p{Ll}+){0,2} \p{Lu}\S*(?: \S+){0,3}? \p{Ll}{2,}(?:t|en|te|ten)(?:$|[ .,])|(?i:im|in der|am|beim|auf de[mr]) \p{Lu}\S*(?: \S+)? \p{Ll}{2,}(?:t|en)(?:$|[ .,])` +
		`|(?i:el|la|los|las|una?|nuestr[oa]s?|cada|les?|des|une|notre|nos|chaque|l['’]\p{L}+|os?|as?|uma?|noss[oa]s?) \p{L}\S*(?: \S+){2,}` +
		`|\p{Cyrillic}+[^\P{Cyrillic}йиь](?: \S+){0,3} \p{Cyrillic}{2,}(?:[еёи]т|[уюая]т|[еёи]тся|[уюая]тся|ал[аои]?|ил[аои]?)(?:$|[ .,])|\p{Cyrillic}+(?:ый|ий|ая|ое|ые) \p{Cyrillic}+(?: \p{Cyrillic}+)? \S*\d\S*[.]?$` +
		`|[^\s，,。：:；？?！!、请把将让给帮看读写改加删修做查跑先再别用我你您他她它这那继现从当每以今]\S{1,14}?(?:只|会|不能|不会|没有|无法|从不|总是|支持|需要|使用|属于|占用|保存)[^，,。？?吧]` +
		`|[^。？?！!、\s]{2,16}(?:は|が)[^。？?]{1,40}(?:です|ます|ません|でした|ました|ない|いる|ある)。?$)`)
	// An order in spite of its first word, or a scrap.
	orders = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:please|pls|too|same|bitte|auch|por favor|s'il (?:te|vous) plaît|mism[oa]s?|mêmes?|mesm[oa]s?|пожалуйста|тоже)(?:$|[^\p{L}])|[吧请]|ください|下さい|いいです|お願い|ほしい|たいです|思います`)
	blames = lazy.Regexp(`(?i)^(?:(?:so|ok|also|ja|found it|gefunden)[,:.!] )?(?:(?:the|die|der|das|la|el|le|a|o) )?(?:(?:root|real|actual|eigentliche[rs]?|vraie?|verdader[ao]) )?(?:cause|reason|problem|issue|culprit|ursache|grund|problem|causa(?: raíz)?|problema|motivo|razón|raison|problème|проблема|причина)(?: (?:is|was|ist|war|es|era|est|était|é|foi)(?:, dass | that | (?:dass |que |qu['’]|the |an? |der |die |das |ein\p{L}* |el |la |un\p{L}* |le |o |um\p{L}* |l['’]))|,? (?:dass|в том, что|в том что)|: ?| (?:gefunden|found|encontrada|trouvée|найдена): )\S` +
		`|^(?:(?:das|es) (?:liegt|lag) (?:daran, dass |an |am )|(?:es hat sich (?:gezeigt|herausgestellt)|es stellte sich heraus), dass |it turns out |se debe a |c'est dû à |isso acontece porque |(?:é|es) (?:o|a|el|la) |дело в (?:том, что )?|оказалось, что )\S|^(?:根本?原因|原因|问题)(?:是|在于|：)\S|^(?:根本)?原因は`)
	// One thing and what it always does. Of several things of a kind it may be the rule.
	befallen = lazy.Regexp(`^(?:(?i:der|die|das|im|am|beim|in der|mein|unsere?)(?: \p{Ll}+)? \p{Lu}\S* \p{Ll}{2,}t (?:\p{Ll}+ ){0,2}(?:immer|nie|niemals|nicht mehr)(?:$|[^\p{L}])` +
		`|(?i:el|la|una?|mi|o|a|uma?|meu|minha) \p{L}+[^\P{L}s](?: d[eao]l?s? \p{L}+)? (?i:siempre|nunca|jamás|sempre|ya no|já não) (?:se |me |nos )?\p{Ll}|(?i:(?:le|la|mon|ma|une?) |l['’])\p{L}+(?: d[eu]s? \p{L}+)? (?:ne |n['’]|se |s['’])?\p{Ll}+ (?:toujours|jamais|plus)(?:$|[^\p{L}])` +
		`|\p{Cyrillic}+[^\P{Cyrillic}йиыь](?: \p{Cyrillic}+)? (?:всегда|никогда не|больше не) \p{Cyrillic}+(?:[еёи]т|[еёи]тся)(?:$|[^\p{L}])|[^\s，,。：:；要请把将我你]{2,12}(?:总是|老是|从不|一直)[^，,要用]|[^。、\s]{2,16}(?:は|が)(?:いつも|毎回|しょっちゅう))`)
	obliges = lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:muss|soll|darf|kann|wird|debe|deberá|tiene que|va|doit|devrait|deve|tem que|должен|должна|должно|нужно|надо)(?:$|[^\p{L}])|必须|应该|要`)
	regular = lazy.Regexp(`(?i)^(?:always |please |bitte |por favor |пожалуйста,? )*(?:let|ask|tell|show|run|write|check|make|add|keep|put|use|commit|update|frag\p{L}*|zeig\p{L}*|schreib\p{L}*|prüf\p{L}*|mach\p{L}*|av[ií]sa\p{L}*|pregunta\p{L}*|pergunt\p{L}+|avis[ae]\p{L}*|demande\p{L}*|préviens|спрашивай|пиши|запускай|показывай)(?:$|[ ,]).*(?:^|[^\p{L}])(?:every (?:single )?time|each time|whenever|jedes mal|jedesmal|cada vez|siempre que|à chaque fois|chaque fois|toda vez|каждый раз)(?:$|[^\p{L}])` +
		`|^(?:every|each) time (?:you|we|i) .+, (?:please )?(?:also |first )?(?:let|ask|tell|show|run|write|check|make|add|keep|put|use|commit|update)(?:$|\s)|^每次.{1,16}(?:都|之前|前|后|时)?(?:要|先|必须|得|务必|都要|都先)\S{2,}|^毎回.{2,}(?:て|で)(?:ください|下さい)` +
		`|^[^。、？?をにが\s]{1,14}は[^。？?]{0,14}(?:で|に)[^。？?]{0,12}(?:て|で)(?:ください|下さい|くださいね)。?$|^(?:delete|drop|remove|change|push|merge|commit|touch) nothing .*\bwithout\b`)
)
