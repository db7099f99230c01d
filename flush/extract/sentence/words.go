package sentence

import "github.com/agent-admin/memoria/wiki/prose"

// announces are the words at the end of a line that announce a list below it.
var announces = prose.Set("like as including include includes follows following these this those here be was were means line lines code command commands snippet example " +
	"get gets see becomes explains explain shows show says say states contains contain describes creates adds provides checks covers supports " +
	"folgende folgendes folgenden wie nämlich siguientes siguiente estos estas como suivants suivantes suivant comme " +
	"seguintes seguinte estes estas следующие следующее следующим как")

// Personal are the words that, near the start of a name, leave open who or what is meant.
var Personal = prose.Set("i i'm i've i'd you you're this that it these those " +
	"ich du sie das dies dieses es yo tú usted esto eso je tu vous ceci cela ça eu você isto isso я ты вы это")

var isForms = prose.Set("is are was were be been being gets got")

var joiners = prose.Set("and but so then und aber also dann y pero entonces et mais donc alors e mas então entao и но а тогда значит")

// waits are the words at the end of a text that wait for another one.
var waits = prose.Set("a an the of is are my our to for with in on at from by and or but because that which via using if when " +
	"der die das ein eine um für mit auf bei von und oder aber weil wenn dass " +
	"el la los las un una de para con en y o pero porque que le les une du des pour avec dans et ou mais " +
	"os um uma com em e mas для с в на из и или но что")
