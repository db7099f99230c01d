package summary

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A finish is a kind of claim that work came to an end, and what shows that it did.
type finish struct {
	says    func() *regexp.Regexp // the words of the claim
	kind    outcome.Kind          // the commands that do it
	by      func() *regexp.Regexp // other tools and commands that do; nil for none
	agrees  func() *regexp.Regexp // with what a person confirms it, beside the words of the claim; nil for nothing
	against string                // what a line is told that says so though the last such command failed; "" where that shows nothing
}

var finishes = []finish{
	{
		says: sentence.Pattern(`(?i)\b(?:committed|committet|eingecheckt|commité|commitead|comitead|commitad)|закоммич|提交了|已提交|コミット(?:済|した|しました|され)`),
		kind: outcome.Commit, against: "the commit failed: tell that it is not committed",
	},
	{
		says: sentence.Pattern(`(?i)\b(?:pushed|gepusht|pushead|poussé)|запушен|推送了|已推送|プッシュ(?:済|した|しました|され)`),
		kind: outcome.Push, by: sentence.Pattern(`(?i)\b(?:pr|mr) create\b|push_files|create_pull_request`), against: "the push failed: tell that it is not pushed",
	},
	{
		says: sentence.Pattern(`(?i)\b(?:merged|gemergt|gemerged|zusammengeführt|fusionad|mergead|fusionné)|смержен|合并了|已合并|マージ(?:済|した|しました|され)`),
		by:   sentence.Pattern(`(?i)\bgit\b.{0,40} merge\b|\b(?:pr|mr) merge\b|merge_pull_request`), against: "the merge failed: tell that it is not merged",
	},
	{
		says: sentence.Pattern(`(?i)\b(?:released|published|deployed|shipped|veröffentlicht|ausgeliefert|ausgerollt|publicad[oa]|desplegad[oa]|publié|déployé)|выпущен|опубликован|развёрнут|发布了|已发布|已部署|(?:リリース|公開|デプロイ)(?:済|した|しました|され)`),
		by:   sentence.Pattern(`(?i)publish|deploy|release|upload|gist create|docker push|(?:kubectl|terraform) apply|git push\b.*(?:--tags|--follow-tags| v?\d)`), against: "what does so failed: tell that it did not happen",
	},
	{says: passes, kind: outcome.Check},
	{
		says: sentence.Pattern(`(?i)(?:^|\b(?:was|were|is|are|been|be|has|have|had|got|now|and) |[,;:] )fixed\b|\bfixed (?:by|in|it|that|this)\b|\bfix(?:es|ed) it\b|\b(?:resolved|solved|mended|cured)\b|\b(?:now|again) (?:works?|starts?|runs?|loads?|builds?)\b|\b(?:works?|starts?|runs?|loads?|builds?)(?: [\w-]+){0,4} (?:now|again)\b` +
			`|\b(?:behoben|gefixt|repariert)\b|\b(?:läuft|funktioniert|startet) (?:jetzt|wieder|nun)\b|\b(?:arreglad|solucionad|reparad|consertad|resolvid|resuelt)[oa]|\b(?:ya|vuelve a|voltou a) funciona|\b(?:corrigé|réparé|résolu)|\bfonctionne (?:maintenant|à nouveau|désormais)|исправлен|починен|устран[её]н|(?:теперь|снова) работает|修好|修复了|已修复|已解决|直った|直りました|直しました|解決(?:済|した|しました)`),
		kind:   outcome.Check,
		agrees: sentence.Pattern(`(?i)\b(?:works?|working|worked|perfect|perfecto|perfeito|parfait|klappt|funktioniert|läuft|passt|funciona|marche|that (?:did|fixed) it)\b|funcionó|работает|好了|可以了|没问题|動いた|動きました`),
	},
}

// apart matches words beside which the words of a finish tell of no end: a condition, a plan, a habit, another matter.
var apart = sentence.Pattern(`(?i)\b(?:if|when|whenever|once|unless|until|before|after|to be|will|would|must|should|shall|can|could|may|might|needs?|every|each|always|automatically|lock|locks|mutex|memory` +
	`|wenn|sobald|falls|bevor|bis|nachdem|wird|werden|würde|muss|müssen|soll|sollen|kann|darf|jede[rsnm]?|immer|si|cuando|antes|hasta|será|debe|deben|puede|cada|siempre|quand|avant|doit|sera|peut|chaque|toujours|quando|deve|pode|sempre)\b` +
	`|если|когда|после|будет|должн|可以在|如果|若|应|将|必须|なら|たら|べき|予定|後に|前に|[?？]`)

// tells reports whether a clause of a text says what an expression matches as something that is so.
func tells(text string, re *regexp.Regexp) bool {
	return re.MatchString(text) && slices.ContainsFunc(proof.Divide(proof.Folded(text)), func(part string) bool {
		return re.MatchString(part) && !proof.SaysNot(part) && !apart().MatchString(part)
	})
}

// A deed is an edit or a command of a stretch.
type deed struct {
	turn         int
	edit         string // the file
	command      string // with the name of the tool
	kind         outcome.Kind
	failed, asks bool
}

// deeds returns what the agent did, in order.
func (s *stretch) deeds() []deed {
	if s.done != nil {
		return s.done
	}
	s.done = []deed{}
	for i := range s.original {
		for _, st := range s.original[i].Steps {
			d := deed{turn: i, failed: st.Failed}
			switch {
			case st.Edit && st.File:
				d.edit = strings.ReplaceAll(st.Target, `\`, "/")
			case st.File:
				continue
			default:
				d.command, d.kind = st.Tool+" "+st.Target, outcome.KindOf(st.Target)
				if committed().MatchString(st.Outcome) {
					d.kind |= outcome.Commit
				}
				d.failed = d.failed || d.kind.Is(outcome.Check) && outcome.Fails(st.Outcome) || d.kind.Is(outcome.State) && stopped().MatchString(st.Outcome)
			}
			s.done = append(s.done, d)
		}
	}
	return s.done
}

// stopped matches what git says of a commit, a push or a merge that did not come about.
var stopped = sentence.Pattern(`(?m)^ *! \[|\[(?:remote )?rejected\]|^(?:error|fatal): |CONFLICT|nothing to commit|no changes added`)

// unfinished returns why a bullet must not say that something is finished, and whether nothing but the agent's word shows
// that it is.
func (s *stretch) unfinished(b *bullet) (why string, claimed bool) {
	if b.Kind != daily.Fact && b.Kind != daily.Lesson && !(b.Kind == daily.Action && b.Done) {
		return "", false
	}
	for i := range finishes {
		f := &finishes[i]
		if !tells(b.Text, f.says()) || s.confirmed(b, f) {
			continue
		}
		shown, failed := s.shown(b, f)
		tells := fails().MatchString(b.Text)
		if failed && f.against != "" && !tells {
			return f.against, false
		}
		claimed = claimed || !shown && !(failed && tells)
	}
	if b.Done && !claimed {
		claimed = !slices.ContainsFunc(b.turns, s.person) && !slices.ContainsFunc(s.deeds(), func(d deed) bool { return !d.failed && !d.kind.Is(outcome.Lookup) })
	}
	return "", claimed
}

var fails = sentence.Pattern(`(?i)\b(?:fail|reject|denied|could|but|yet|although|schlug|aber|falló|rechaz|pero|échou|mais)|не удал|失败|拒绝|失敗|拒否`)

// confirmed reports whether a person says of something that it is finished, from the first turn of a bullet on.
func (s *stretch) confirmed(b *bullet, f *finish) bool {
	for i := range s.turns {
		if s.person(i) && (tells(s.turns[i].text, f.says()) || f.agrees != nil && i > b.turns[0] && tells(s.turns[i].text, f.agrees())) {
			return true
		}
	}
	return false
}

// shown reports whether what the agent did shows a finish that a bullet tells, or that all tries of it failed. A check
// counts behind the last edit of code, or of the files that the bullet names.
func (s *stretch) shown(b *bullet, f *finish) (shown, failed bool) {
	all := s.deeds()
	names := func(d deed) bool { return d.edit != "" && strings.Contains(b.Text, path.Base(d.edit)) }
	named := slices.ContainsFunc(all, names)
	for _, d := range all {
		switch {
		case d.edit != "":
			if f.kind.Is(outcome.Check) && !d.failed && (names(d) || !named && !prosaic(d.edit)) {
				shown = false
			}
		case f.kind != 0 && d.kind.Is(f.kind) || f.by != nil && f.by().MatchString(d.command):
			failed = d.failed && !shown
			shown = !d.failed || shown && !f.kind.Is(outcome.Check)
		}
	}
	return shown, failed
}

// prosaic reports whether a file holds words for people.
func prosaic(name string) bool {
	return slices.Contains([]string{".md", ".mdx", ".txt", ".rst", ".adoc"}, strings.ToLower(path.Ext(name)))
}

// claimed reports whether a fact or a lesson is nothing but what the agent says of files, commands, versions or numbers:
// no person named any of them, and no tool's answer and no edit has any. Of a stretch that keeps nothing of the tools it
// cannot be told.
func (s *stretch) claimed(b *bullet) bool {
	if b.Kind != daily.Fact && b.Kind != daily.Lesson || len(s.deeds()) == 0 || slices.ContainsFunc(b.turns, s.person) {
		return false
	}
	var others []*proof.Evidence
	for i := range s.turns {
		if s.person(i) {
			others = append(others, s.evidence(i))
		}
		others = append(others, s.did([]int{i})...)
	}
	for _, d := range s.deeds() {
		others = append(others, proof.Of(d.edit+"\n"+d.command, nil))
	}
	has, all := proof.Held(b.Text, others)
	return all > 0 && has == 0
}

// attributed returns a line as the agent's claim, unless it says itself whose word it is.
func attributed(text string) string {
	if mark.Claim.In(text) || proof.Attributes(text) {
		return text
	}
	return mark.Claim.On(text)
}
