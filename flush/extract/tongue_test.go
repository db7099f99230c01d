package extract

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
)

// What a person says in a language whose words nobody here knows is kept, whatever the agent speaks and however much is
// said around it.
func TestUnknownTongues(t *testing.T) {
	for name, said := range map[string][4]string{ // a rule, a decision, a fact; and talk
		"Turkish":     {"bundan böyle her birleştirmeden önce bana danış", "günlükleri iki hafta saklamaya karar verdik", "dikkat et, yedekler yalnızca geceleri alınıyor", "şimdi derlemeyi bir daha dene"},
		"Dutch":       {"overleg voortaan altijd met mij voordat je iets samenvoegt", "we hebben besloten om de logboeken twee weken te bewaren", "let op, de reservekopieën worden alleen 's nachts gemaakt", "probeer de bouw nu nog een keer"},
		"Swedish":     {"fråga mig alltid hädanefter innan du slår ihop något", "vi har bestämt att loggarna sparas i två veckor", "obs, säkerhetskopiorna tas bara på natten", "prova bygget en gång till nu"},
		"Finnish":     {"kysy tästä lähtien aina minulta ennen kuin yhdistät mitään", "päätimme säilyttää lokit kaksi viikkoa", "huomaa että varmuuskopiot otetaan vain öisin", "kokeile käännöstä vielä kerran"},
		"Czech":       {"odteď se mě vždycky zeptej, než něco sloučíš", "rozhodli jsme se uchovávat záznamy dva týdny", "pozor, zálohy se dělají jen v noci", "zkus teď sestavení ještě jednou"},
		"Polish":      {"od dziś zawsze pytaj mnie, zanim coś scalisz", "postanowiliśmy trzymać dzienniki dwa tygodnie", "uwaga, kopie zapasowe robią się tylko nocą", "spróbuj teraz zbudować jeszcze raz"},
		"Italian":     {"d'ora in avanti consultami sempre prima di unire qualcosa", "abbiamo deciso di tenere i registri due settimane", "attenzione, le copie di riserva si fanno solo di notte", "prova adesso la compilazione ancora una volta"},
		"Romanian":    {"de acum întreabă-mă mereu înainte să unești ceva", "am hotărât să păstrăm jurnalele două săptămâni", "atenție, copiile de rezervă se fac doar noaptea", "încearcă acum compilarea încă o dată"},
		"Hungarian":   {"mostantól mindig kérdezz meg, mielőtt bármit összefésülsz", "úgy döntöttünk, hogy két hétig tartjuk meg a naplókat", "vigyázz, a mentések csak éjszaka készülnek", "próbáld most a fordítást még egyszer"},
		"Vietnamese":  {"từ nay luôn hỏi tôi trước khi gộp bất cứ thứ gì", "chúng tôi quyết định giữ nhật ký trong hai tuần", "chú ý, bản sao lưu chỉ được tạo vào ban đêm", "bây giờ thử biên dịch lại lần nữa"},
		"Indonesian":  {"mulai sekarang selalu tanya saya sebelum menggabungkan apa pun", "kami memutuskan menyimpan catatan selama dua minggu", "awas, cadangan hanya dibuat pada malam hari", "coba sekarang bangun sekali lagi"},
		"Ukrainian":   {"відтепер завжди питай мене, перш ніж щось зливати", "ми вирішили зберігати журнали два тижні", "увага, резервні копії робляться лише вночі", "спробуй тепер зібрати ще раз"},
		"Bulgarian":   {"отсега нататък винаги ме питай, преди да слееш нещо", "решихме да пазим дневниците две седмици", "внимавай, резервните копия се правят само нощем", "опитай сега компилацията още веднъж"},
		"Greek":       {"από εδώ και πέρα να με ρωτάς πάντα πριν συγχωνεύσεις κάτι", "αποφασίσαμε να κρατάμε τα αρχεία καταγραφής δύο εβδομάδες", "πρόσεξε, τα αντίγραφα ασφαλείας γίνονται μόνο τη νύχτα", "δοκίμασε τώρα το χτίσιμο ακόμη μία φορά"},
		"Korean":      {"이제부터는 병합하기 전에 꼭 저한테 먼저 물어보세요", "로그는 이 주 동안 보관하기로 정했습니다", "주의하세요, 백업은 밤에만 만들어집니다", "빌드를 지금 한 번 더 해 보세요"},
		"Arabic":      {"من اليوم استشرني دائما قبل أن تدمج أي شيء", "اتفقنا على الاحتفاظ بالسجلات أسبوعين", "انتبه، النسخ الاحتياطية تؤخذ ليلا فقط", "جرب البناء الآن مرة أخرى"},
		"Hebrew":      {"מעכשיו תמיד תשאל אותי לפני שאתה ממזג משהו", "החלטנו לשמור את היומנים שבועיים", "שים לב, הגיבויים נעשים רק בלילה", "נסה עכשיו את הבנייה עוד פעם"},
		"Persian":     {"از این به بعد همیشه پیش از ادغام از من بپرس", "تصمیم گرفتیم گزارش‌ها را دو هفته نگه داریم", "مراقب باش، پشتیبان‌ها فقط شب‌ها گرفته می‌شوند", "حالا ساخت را یک بار دیگر امتحان کن"},
		"Hindi":       {"अब से कुछ भी मिलाने से पहले हमेशा मुझसे पूछना", "हमने लॉग दो हफ़्ते रखने का फ़ैसला किया है", "सावधान, बैकअप सिर्फ़ रात को बनते हैं", "अब बिल्ड एक बार और चलाकर देखो"},
		"Latin Hindi": {"ab se kuch bhi milane se pehle hamesha mujhse poochna", "humne log do hafte rakhne ka faisla kiya hai", "savdhan, backup sirf raat ko bante hain", "ab build ek baar aur chalakar dekho"},
		"Thai":        {"ตั้งแต่นี้ไปให้ถามฉันก่อนรวมโค้ดทุกครั้ง", "เราตกลงว่าจะเก็บบันทึกไว้สองสัปดาห์", "ระวัง ข้อมูลสำรองทำเฉพาะตอนกลางคืน", "ลองสร้างใหม่อีกครั้งตอนนี้"},
		"Tamil":       {"இனி எதையும் இணைக்கும் முன் எப்போதும் என்னிடம் கேள்", "பதிவுகளை இரண்டு வாரம் வைத்திருக்க முடிவு செய்தோம்", "கவனம், காப்புகள் இரவில் மட்டும் எடுக்கப்படுகின்றன", "இப்போது கட்டமைப்பை இன்னொரு முறை முயற்சி செய்"},
	} {
		for what, agent := range map[string][4]string{
			"English answers": {"I ran the build and it passes; all 41 tests are green.", "Understood, I will ask you first.", "I changed the configuration of the logger.", "Noted. The function groups the rows by day."},
			"short answers":   {"OK.", "OK.", "Done.", "OK."},
			"own answers":     {said[3], said[3], said[3], said[3]},
		} {
			for order, turns := range map[string]string{
				"rule first":  "P> " + said[0] + "\nA> " + agent[1] + "\nP> " + said[1] + "\nA> " + agent[2] + "\nP> " + said[2] + "\nA> " + agent[3],
				"within talk": "P> " + said[3] + "\nA> " + agent[0] + "\nP> " + said[0] + "\nA> " + agent[1] + "\nP> " + said[3] + "\nA> " + agent[0] + "\nP> " + said[1] + "\nA> " + agent[2] + "\nP> " + said[2] + "\nA> " + agent[3] + "\nP> " + said[3] + "\nA> " + agent[0],
			} {
				var log strings.Builder
				for _, b := range summarise(t, script(t, turns)).Bullets {
					if b.Kind != daily.Exchange {
						log.WriteString(b.Text + "\n")
					}
				}
				for i, s := range said[:3] {
					if i == 0 && order == "rule first" { // it is the request, and told as the context
						continue
					}
					if !strings.Contains(log.String(), s) {
						t.Errorf("%s, %s, %s: no line says %q:\n%s", name, what, order, s, log.String())
					}
				}
			}
		}
	}
}
