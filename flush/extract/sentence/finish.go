package sentence

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A Deed is a task as it can be found again in what says that it was done: what it does, and to what.
type Deed struct {
	words map[string]bool // all of the task
	past  bool            // its verb is in the form that says that it was done: "has to be translated"
	ways  []way
	signs map[rune]bool // where words have no spaces between them: the characters that tell something
}

// A way is one reading of a task, whose verb comes first or last.
type way struct {
	verb   string
	object map[string]bool // stems
	order  []string        // the same, as a task has them that says from where to where; nil of others
}

// DeedOf reads a task. One that names nothing has no way to be done.
func DeedOf(task string) Deed {
	d := Deed{words: map[string]bool{}}
	if m := stillToBe().FindStringSubmatch(task); m != nil {
		d.past, task = true, m[2]+m[4]+" "+m[1]+m[3]
	} else if leftToDo().MatchString(task) {
		task = task[strings.IndexAny(task, ":：")+1:]
	}
	task = germanDuty().ReplaceAllString(Task(strings.TrimLeft(task, " ：")), "")
	if at := afterwards().FindStringIndex(task); at != nil {
		task = task[:at[0]]
	}
	task = asideOf().ReplaceAllString(task, "")
	if strings.IndexFunc(task, prose.CJK) >= 0 {
		d.signs = signsOf(task)
	}
	words := split(task)
	for _, w := range words {
		d.words[w] = true
	}
	for _, w := range []way{{verb: words[0]}, {verb: words[len(words)-1]}} {
		if w.object = objectOf(words, w.verb); len(w.object) > 0 {
			if slices.ContainsFunc(words, func(s string) bool { return leads()[s] }) {
				w.order = orderOf(words, w.object)
			}
			d.ways = append(d.ways, w)
		}
	}
	return d
}

func objectOf(words []string, verb string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		if w != verb && !prose.IsStopAnywhere(w) && !generic()[w] {
			out[prose.Stem(w)] = true
		}
	}
	return out
}

// orderOf returns the stems of an object as words have them, each where it stands first.
func orderOf(words []string, object map[string]bool) (out []string) {
	for _, w := range words {
		if s := prose.Stem(w); object[s] && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Ticks reports whether a sentence begins with a label that says of what it names that it is done.
func Ticks(s string) bool { return len(ticked().FindString(s)) > 0 }

// Mended returns the label of a text that says that something is mended and how it is now, where [Lexicon.Unpraise] takes it for praise.
func Mended(text string) string {
	if m := mended().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

var mended = lazy.Regexp(`^((?i:fixed): )[^.!]*\bnow\b`)

// Ticked returns a sentence of a text with the label before it that says that it is done, if it has one there.
func Ticked(text, s string) string {
	_, first := utf8.DecodeRuneInString(s)
	if k := strings.Index(text, s[first:]); k > first {
		if line := text[strings.LastIndexByte(text[:k], '\n')+1 : k]; len(line) < 40 && Ticks(line+s[first:]) {
			return line + s[first:]
		}
	}
	return s
}

// Retreats reports whether a sentence takes back what stands before it.
func Retreats(s string) bool { return retreats().MatchString(s) }

// Unsays reports whether a sentence says of what another one tells that it was not done: "I haven't rotated them yet".
func Unsays(s, told string) bool {
	if Asks(s) || !notDone().MatchString(s) {
		return false
	}
	named := objectOf(split(s), "")
	return len(named) < 2 || Shared(objectOf(split(told), ""), named) > 0
}

// split returns the words of a text, without apostrophes; one empty word where there is none.
func split(text string) []string {
	words := prose.Words(strings.NewReplacer("'", " ", "’", " ").Replace(text))
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

// A Telling is a sentence that may say that something was done.
type Telling struct {
	text   string
	ticked bool // the text stands behind a label that says so
	stems  map[string]bool
}

// TellingsOf returns the sentences of a text that may say that something was done: no question, no quotation, nothing that is
// only supposed, limited or taken back.
func TellingsOf(text string) (out []*Telling) {
	for _, s := range prose.Sentences(text) {
		r := Telling{text: strings.TrimSpace(s)}
		if label := ticked().FindStringSubmatch(r.text); label != nil {
			r.ticked, r.text = true, r.text[len(label[1]):]
		} else {
			r.text = strings.TrimSpace(hails().ReplaceAllString(r.text, ""))
		}
		if words := split(r.text); !Asks(s) && !slices.ContainsFunc(words, Supposed) && !quoted().MatchString(s) && !undoes().MatchString(s) {
			r.stems = objectOf(words, "")
			out = append(out, &r)
		}
	}
	return out
}

// Finishes reports whether a sentence says plainly that a task was done: who writes it did it, or it is done, all of what the
// task names and nothing else. near says that the task was spoken of just before, so that it may be called "it".
func (d *Deed) Finishes(r *Telling, near bool) bool {
	if d.signs != nil {
		return d.signed(r)
	}
	ways := slices.DeleteFunc(slices.Clone(d.ways), func(w way) bool { return !(near && len(r.stems) < 3) && !w.namedIn(r.stems) })
	if len(ways) == 0 {
		return false
	}
	s := when().ReplaceAllStringFunc(lastWord().ReplaceAllString(r.text, " $1"), func(m string) string {
		if slices.ContainsFunc(split(m), func(w string) bool { return d.words[w] && !prose.IsStopAnywhere(w) }) {
			return m // the task names the day
		}
		return " "
	})
	if r.ticked {
		said := split(breaks().Split(s, 2)[0])
		return slices.ContainsFunc(ways, func(w way) bool {
			return w.namedIn(r.stems) && (len(w.object) > 1 || slices.Contains(said, w.verb) || makes().MatchString(w.verb)) && !slices.ContainsFunc(said, func(s string) bool {
				return !d.words[s] && !linking()[s] && !passive()[s] && !w.object[prose.Stem(s)] && !ofVerb(w.verb, s)
			})
		})
	}
	named := strings.ContainsAny(strings.Join(slices.Collect(maps.Keys(d.words)), ""), "./")
	return slices.ContainsFunc(ways, func(w way) bool {
		parts := breaks().Split(s, -1)
		if !named && (makes().MatchString(w.verb) || goOn().MatchString(w.verb)) {
			parts[0] = atPath().ReplaceAllString(parts[0], "")
		}
		if w.shownIn(s) {
			return true
		}
		who := split(parts[0])[0]
		for i, part := range parts {
			for k, clause := range append(joins().Split(part, -1), part) {
				words := split(begins().ReplaceAllString(clause, ""))
				first := i == 0 && (k == 0 || clause == part)
				if !first && (byWriter()[who] || had()[who]) && !byWriter()[words[0]] {
					words = slices.Insert(words, 0, who) // I did this and that
				}
				if (first || words[0] == who || byWriter()[words[0]]) && d.says(words, w, near) {
					return true
				}
			}
		}
		return false
	})
}

// shownIn reports whether a sentence tells of what came of a task: where that stands which was to be written, or what that has or
// uses now which was to be brought up to date.
func (w way) shownIn(s string) bool {
	clause := breaks().Split(s, 2)[0]
	return w.namedIn(objectOf(split(clause), "")) && (w.verb == "make" && nowSo().MatchString(clause) || makes().MatchString(w.verb) && stands().MatchString(clause) || renewing().MatchString(w.verb) && holdsNow().MatchString(clause)) &&
		!slices.ContainsFunc(split(clause), func(s string) bool { return withholds()[s] })
}

// says reports whether a clause tells of nothing but a task, all of it, and that it is done.
func (d *Deed) says(words []string, w way, near bool) bool {
	done, told, named := false, false, w.namedIn(objectOf(words, "")) // told: who did it, or that it is so
	for i, s := range words {
		switch {
		case near && told && done && meant()[s]:
			named = true
		case byWriter()[s], i > 0 && being()[s]:
			told = true
		case s == w.verb && !d.past && !(told && same()[s]): // it is only named
		case article()[s] && !d.words[s], s == "a" && !d.words[s] && i+1 < len(words) && w.object[prose.Stem(words[i+1])]:
			return false // one of several
		case d.past && s == w.verb, did(w.verb, s), finished().MatchString(s) && (makes().MatchString(w.verb) || goOn().MatchString(w.verb) || slices.Contains(words, w.verb)):
			if bare()[s] && !told && i+1 < len(words) || i == 0 && !heads().MatchString(s) && proof.Form(s) == "" || strings.HasSuffix(s, "ed") && slices.Contains(words, "he") {
				return false
			}
			done = true
		case d.words[s], linking()[s], aside()[s], w.object[prose.Stem(s)]:
		case near && counts()[s]: // "a test", of which there were three
		default:
			return false
		}
	}
	return done && named && !asks()[words[0]] && (w.order == nil || slices.Equal(orderOf(words, w.object), w.order)) // and not back
}

// ofVerb reports whether a word is a form of a verb, of which it has the beginning and at least half.
func ofVerb(verb, w string) bool {
	n := 0
	for n < min(len(verb), len(w)) && verb[n] == w[n] {
		n++
	}
	return did(verb, w) || n > 2 && 2*n >= len(verb)
}

// signsOf returns the characters of a text that tell something, where words have no spaces between them.
func signsOf(text string) map[rune]bool {
	out := map[rune]bool{}
	for _, r := range strings.ToLower(solidDone().ReplaceAllString(text, "")) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Hiragana, r) && !strings.ContainsRune("把将的到在被给", r) {
			out[r] = true
		}
	}
	return out
}

// signed reports whether a sentence in such a script says that a task was done, all of it and nothing else.
func (d *Deed) signed(r *Telling) bool {
	said := signsOf(r.text)
	return len(d.signs) > 3 && maps.Equal(said, d.signs) && (r.ticked || solidDone().MatchString(r.text)) && !solidOpen().MatchString(r.text)
}

// namedIn reports whether stems have all of an object.
func (w way) namedIn(stems map[string]bool) bool {
	for s := range w.object {
		if !stems[s] {
			return false
		}
	}
	return true
}

// did reports whether a word says that what a verb asks for was done: a participle, or the past.
func did(verb, w string) bool {
	n := len(verb)
	if n < 3 || len(w) < 3 {
		return false
	}
	if again, ok := strings.CutPrefix(verb, "re"); ok {
		if said, ok := strings.CutPrefix(w, "re"); ok && did(again, said) {
			return true
		}
	}
	if same()[verb] {
		return w == verb
	}
	head, tail := verb[:n-1], verb[n-1:]
	switch {
	case w == verb+"ed", w == head+"ied" && tail == "y", tail == "e" && w == verb+"d", w == verb+tail+"ed", proof.Form(w) == verb && !strings.HasSuffix(w, "ing"):
		return true
	}
	plain := prose.Bare(verb)
	for _, of := range participles {
		if root, ok := strings.CutSuffix(plain, of[0]); ok && root != "" {
			for end := range strings.FieldsSeq(of[1]) {
				if said, ok := strings.CutSuffix(w, end); ok && prose.Bare(said) == root {
					return true
				}
			}
		}
	}
	root, ok := strings.CutSuffix(verb, "en")
	if !ok {
		root, ok = strings.CutSuffix(verb, "n")
	}
	root = strong.Replace(root)
	for k := 0; ok && k < len(w); k++ { // eingerichtet: ein, ge, richt, et
		front, rest := w[:k], strings.TrimPrefix(w[k:], "ge")
		if back, ok := strings.CutPrefix(root, front); ok && len(back) > 2 {
			if end, ok := strings.CutPrefix(rest, back); ok && (end == "t" || end == "et" || end == "en") {
				return w != verb
			}
		}
	}
	return false
}

var (
	same    = prose.Set("set put cut split reset shut hit read") // in the past as in an order
	article = prose.Set("an un une una ein eine einen um uma")
	heads   = lazy.Regexp(`(?:ed|é|í|ei)$`) // what may begin a sentence and tells, where an order has another form
	counts  = prose.Set("two three four five six several new own zwei drei vier fünf mehrere neue eigene dos tres cuatro varios varias deux trois quatre plusieurs")
	leads   = prose.Set("from to into onto with by as von nach zu zum zur durch mit desde hacia por con vers avec par para com в на из с к")
	passive = prose.Set("wird werden se zu")
	meant   = prose.Set("it that them")
	bare    = prose.Set("complete through ready")
	asks    = prose.Set("is are was were has have had did do does ist sind war est sont")
	// participles are those of verbs by how these end, without marks, and the past of who speaks.
	participles = [][2]string{
		{"ar", "ado ada ados adas é ei"}, {"er", "ido ida idos idas í é ée és ées"}, {"ir", "ido ida idos idas í i ie ies"}, {"re", "u ue us ues"}, {"zar", "cé"}, {"car", "qué"}, {"gar", "gué"},
		{"cribir", "crito crita critos critas"}, {"crever", "crito crita critos critas"}, {"crire", "crit crite crits crites"}, {"acer", "echo echa echos echas ice"},
		{"azer", "eito eita eitos eitas"}, {"aire", "ait aite aits aites"}, {"oner", "uesto uesta uestos uestas use"}, {"olver", "uelto uelta ueltos ueltas"},
		{"brir", "ierto ierta iertos iertas ert erte erts ertes"}, {"ettre", "is ise ises"}, {"endre", "is ise ises"}, {"uire", "uit uite uits uites"}, {"omper", "oto ota otos otas"},
		{"ть", "л ла ли н на но ны"}, {"ить", "ен ена ено ены ён лён лена лено лены"},
	}
	strong = strings.NewReplacer("schreib", "schrieb", "nenn", "nann", "schieb", "schob", "zieh", "zog", "nehm", "nomm", "bring", "brach", "find", "fund", "schließ", "schloss", "werf", "worf", "bind", "bund", "heb", "hob")

	byWriter = prose.Set("on i we ich wir yo nosotros j je nous eu nós я мы")
	being    = prose.Set("is are was were been be s ist sind wurde wurden está están estaba es sido est sont été fut foi foram estão был была были было")
	had      = prose.Set("he hemos habe hab")
	aside    = prose.Set("of successfully erfolgreich avec succès con éxito i ve s we ich wir habe haben hab yo nosotros he hemos j je ai nous avons eu nós я мы just also myself ourselves morgen eben gerade endlich inzwischen auch " +
		"por fin enfin tout aussi at now all alle todas todos toutes tous")
	// When it was done, which tells nothing of what.
	when = lazy.Regexp(`(?i)(?:^|,? )(?:(?:every|each) (?:night|day|morning|evening|hour|week)|jede[nrs]? (?:nacht|tag|morgen|abend|stunde|woche)|(?:cada|chaque|каждую|каждый|каждое) \p{L}+|tod[oa]s (?:as|os|las|los) \p{L}+|(?:early |late )?(?:(?:this|yesterday|last|on) )?(?:morning|afternoon|evening|night|week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|afternoon|evening|night))?|yesterday|today|tonight|earlier|just now|at (?:noon|midnight)|(?:an?|one|two|three|four|five|\d+|a few|some) (?:minute|hour|day|week|month)s? ago` +
		`|(?:heute|gestern|vorgestern|seit (?:heute|gestern))(?: (?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?|(?:am|letzten|seit) (?:mon|diens|donners|frei|sams|sonn)tag|(?:am|letzten|seit) mittwoch|vor \S+ (?:minute|stunde|tag|woche)e?n?|letzte (?:woche|nacht)` +
		`|(?:esta (?:mañana|tarde|noche)|ayer|anoche|hoy)(?: por la (?:mañana|tarde|noche))?|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: pasado)?|hace \S+ (?:minuto|hora|día|semana)s?|ce (?:matin|soir)|cet après-midi|(?:hier|aujourd'hui)(?: (?:matin|soir))?|(?:lun|mar|mercre|jeu|vendre|same)di(?: dernier)?|il y a \S+ (?:minute|heure|jour|semaine)s?` +
		`|(?:hoje|ontem)(?: (?:de manhã|à tarde|à noite))?|(?:сегодня|вчера)(?: (?:утром|днём|вечером|ночью))?|в (?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|(?:\S+ )?(?:минут|час|дн|недел)\p{L}* назад)(?:$|[ ,.!;)])`)
	makes      = whole(`write|draft|document|create|prepare|make|add|implement|build|set|schreiben|verfassen|dokumentieren|erstellen|anlegen|bauen|einrichten|hinzufügen|ergänzen|écrire|rédiger|documenter|créer|préparer|ajouter|configurer|escribir|redactar|documentar|crear|preparar|añadir|configurar|escrever|redigir|criar|написать|создать`)
	solidDone  = lazy.Regexp(`已经?|好了?[。！!]?$|完成|搞定|完毕|完了?[。！!]?$|了[。！!]?$|每(?:天|晚|日|周|小时)|今天|昨天|刚刚|都|毎(?:日|晩|週)|(?:し|き|り|け|い|え|め|ち|み|び|っ|せ)?(?:ました|ています)|済み?|完了`)
	solidOpen  = lazy.Regexp(`[没未不但只先将要]|ない|ません|だけ|まだ|予定|たら|なら|半`)
	asideOf    = lazy.Regexp(`(?i)^(?:(?:bitte )?vergiss(?: bitte)? nicht,? |vergesst nicht,? |(?:please )?(?:don't|do not) forget to |(?:por favor,? )?no (?:te )?olvides? (?:de )?|n'oublie[zr]? pas (?:de |d')|não (?:se )?esqueça(?: de)? |не забудь(?:те)? |faltan? (?:por )?|falta |(?:请)?别忘了|(?:请)?不要忘了|忘れずに)|,? (?:don't forget|nicht vergessen|vergiss (?:das|es) nicht|no (?:lo|te) olvides|n'oublie pas|não (?:se )?esqueça|не забудь(?:те)?)[.!]*$`)
	ticked     = lazy.Regexp(`(?i)^((?:done|finished|erledigt|fertig|hecho|listo|fait|terminé|feito|pronto|готово|сделано|完成|已完成|搞定了?|完了(?:しました)?) ?[:：，。] ?|(?:✓|✅|☑|\[x\]) ?)\S`)
	hails      = lazy.Regexp(`(?i)^(?:(?:yes|yeah|ok(?:ay)?|(?:all )?done|so|and|btw|by the way|fyi|good news|update|ja|übrigens|also|und|sí|por cierto|y|oui|au fait|et|sim|да)[,:.!— –-]+)+`)
	lastWord   = lazy.Regexp(`: ?(\p{L}+)[.!]*$`)
	atPath     = lazy.Regexp("(?i) (?:in|to|at|under|as|into|unter|nach|en|dans|sous|em|в) (?:`[^`]*`|\\S*[./]\\S+)\\.?$| at [0-9a-f]{6,40}$")
	breaks     = lazy.Regexp(`[,;:.!?。](?:\s|$)|\s[–—(-]`)
	begins     = lazy.Regexp(`^ ?(?:and|und|et|y|e|и) `)
	joins      = lazy.Regexp(` (?:and|und|et|y|e|и) `)
	withholds  = prose.Set("not never no nearly almost half partly mostly but except only would should could will must may might needs be nicht kein keine fast halb nur aber erst pas presque seulement mais no casi solo pero não quase mas не почти только но пока")
	nowSo      = lazy.Regexp(`(?i)\b(?:now|since (?:today|this commit))\b`)
	quoted     = lazy.Regexp(`["“”„«»]`)
	undoes     = lazy.Regexp(`(?i)\b(?:or so (?:i|we) thought|glaube ich|i think|je crois|creo que|at least|but|except|however|although|though|revert\p{L}*|und(?:o|id|one)|roll(?:ed)? back|only|would|says?|said|claims?|thinks?|told|aber|jedoch|außer|bis auf|zurückgenommen|rückgängig|sagt|meint|pero|excepto|salvo|dice|dijo|mais|sauf|dit|annulé|revertid\p{L}|mas|exceto)\b|(?:^| )(?:но|кроме|откат\p{L}*)(?:$|[ ,])`)
	retreats   = lazy.Regexp(`(?i)^(?:sorry|wrong|oops|wait|just kidding|kidding|please (?:revert|undo)|it (?:got|was) (?:lost|reverted|rejected|undone)|the \p{L}+ rejected|entschuldigung|but|no\b|not\b|actually|then (?:i|we) (?:revert|und|roll)|(?:i|we) (?:revert|undid|roll)|aber|nein|pero|no,|mais|non)`)
	notDone    = lazy.Regexp(`(?i)\b(?:i|we) (?:\p{L}+ )?(?:did|have|had)(?:n['’]t| not)\b|\b(?:ich|wir|habe?n?)\b.*\bnicht\b|\bno (?:l[oa]s? )?(?:he|hemos|hice|\p{L}+[éí])(?:$|[^\p{L}])|\b(?:je|nous|on) (?:n['’]|ne )(?:\S+ |\p{L}['’])?\S+ pas\b|\bnão (?:\p{L}+ )?\p{L}+(?:ei|fiz)\b|(?:^|\s)не \p{L}+л[аи]?(?:$|[^\p{L}])|还没|没有`)
	stillToBe  = lazy.Regexp(`(?i)^(.+?) (?:still )?(?:needs?|has|have|remains?|must)(?: (?:still|yet))? (?:to )?be (\p{L}+)\W*$|^(.+?) (?:muss|müssen) noch (\p{L}+) werden\W*$`)
	germanDuty = lazy.Regexp(`(?i)^(?:(?:wir|ich|du|ihr|sie|man) (?:müssen|muss|musst|müsst) (?:noch )?|als nächstes (?:müssen|muss) (?:wir|ich) )`)
)
