package sentence

import (
	"strings"
	"testing"
)

// finishes are tasks, each with what says that it was done ("+") and what does not ("-").
const finishes = `
rotate the API keys
+ The API keys have been rotated.
+ API keys rotated
+ Rotated the API keys.
+ All API keys are rotated now.
+ All of the API keys are rotated.
+ I finally rotated the API keys last night.
+ we've rotated the API keys
+ Done: rotate the API keys
+ rotate the API keys: done
+ Yes, I just rotated the API keys.
+ All done: the API keys are rotated.
+ I've now rotated the API keys and updated the deploy script.
+ The proxy works again, and I rotated the API keys.
+ Rotated the API keys (see deploy.log).
+ I have successfully rotated the API keys.
- Have you rotated the API keys
- Has anybody rotated the API keys
- Are the API keys rotated
- Did we rotate the API keys
- I rotated the API keys in staging.
- I rotated the API keys for billing.
- I rotated the API keys every month.
- I rotated them.
- I rotated an API key.
- I rotated a key.
- I rotated the old API keys.
- I rotated 3 API keys.
- I rotated one of the API keys.
- Most of the API keys are rotated.
- half of the keys are rotated
- I would have rotated the API keys.
- I should have rotated the API keys.
- I wish we had rotated the API keys.
- He rotated the API keys.
- Ana rotated the API keys.
- You rotated the API keys.
- Somebody rotated the API keys.
- The API keys were not rotated.
- The API keys weren't rotated.
- The API keys are never rotated.
- The API keys are to be rotated.
- The API keys will be rotated.
- The API keys get rotated.
- The API keys are being rotated.
- Once I have the API keys rotated, deploy.
- Suppose I rotated the API keys.
- I rotated the API keys, but the old ones still work.
- I rotated the API keys and then reverted it.
- I rotated the API keys only on paper.
- I thought I rotated the API keys.
- I rotated the SSH keys and the API keys are next.
- She deleted the branch and rotated the API keys.
- Please keep the API keys rotated.
- Done: API
- Done: the API keys of staging
- done with the parser
- "I rotated the API keys" is what the bot says.
write the migration guide
+ the migration guide is finished and merged
+ I finished the migration guide.
+ The migration guide is ready.
- I wrote a migration guide for Ana.
+ Wrote the migration guide in docs/migrate.md.
+ I wrote the migration guide to ` + "`docs/migrate.md`" + `
+ migration guide: done
- Complete the migration guide.
- I read the migration guide.
- Most of the migration guide is done.
- The migration guide is done for version 2.
- I wrote a part of the migration guide.
- The first half of the migration guide is written.
- The migration guide is done tomorrow.
- Is the migration guide done?
- I hope the migration guide is done.
- The migration guide has to be written.
- I wrote to the migration team.
Set up the backup cron job
+ I set up the backup cron job.
+ The backup cron job has been set up.
- Set up the backup cron job
- Please set up the backup cron job.
Close issue 41
+ I closed issue 41.
+ Issue 41 is closed.
- I closed issue 42.
Read the rate limit docs
+ I read the rate limit docs.
- Read the rate limit docs.
Write the tests for the parser and the exporter
+ I wrote the tests for the parser and the exporter.
- I wrote the tests for the parser.
- The tests for the exporter are done.
Send the invoice to Acme
+ I sent the invoice to Acme yesterday.
- I sent the invoice to Zeta.
- I sent the reminder to Acme.
The docs still need to be translated
+ The docs are translated.
- The docs need to be translated.
das Zertifikat erneuern
+ Das Zertifikat ist erneuert.
+ Ich habe das Zertifikat heute erneuert.
+ Zertifikat erneuert
+ Das Zertifikat wurde erneuert.
- Erneuert das Zertifikat!
- Das Zertifikat wird erneuert.
- Das Zertifikat muss erneuert werden.
- Das Zertifikat ist nicht erneuert.
- Ich habe das Zertifikat fast erneuert.
- Ana hat das Zertifikat erneuert.
- Ich habe das Zertifikat von Staging erneuert.
- Ich hätte das Zertifikat erneuert.
- Wenn das Zertifikat erneuert ist, deployen wir.
Wir müssen noch den Cache einrichten
+ Ich habe den Cache eingerichtet.
+ Der Cache ist eingerichtet.
+ Erledigt: Cache einrichten
- Der Cache ist halb eingerichtet.
- Du hast den Cache eingerichtet.
Die Anleitung muss noch geschrieben werden
+ Die Anleitung ist geschrieben.
- Die Anleitung wird geschrieben.
actualizar el certificado TLS
+ Actualicé el certificado TLS.
+ El certificado TLS está actualizado.
+ Hemos actualizado el certificado TLS.
- Actualice el certificado TLS.
- Actualiza el certificado TLS.
- El certificado TLS no está actualizado.
- Si el certificado TLS está actualizado, seguimos.
- Ana ha actualizado el certificado TLS.
- El certificado TLS será actualizado.
- El certificado TLS de pruebas está actualizado.
rotar las claves
+ Roté las claves.
- Rote las claves.
- Casi he rotado las claves.
renouveler le certificat
+ On a renouvelé le certificat.
+ Le certificat a été renouvelé.
- Renouvelle le certificat.
- Renouvelez le certificat.
- Le certificat n'est pas renouvelé.
- Le certificat sera renouvelé.
- Si le certificat est renouvelé, on continue.
- Ana a renouvelé le certificat.
- Le certificat doit être renouvelé.
- La moitié du certificat est renouvelée.
mettre à jour les dépendances
+ Les dépendances sont mises à jour.
+ J'ai mis à jour les dépendances.
- J'ai mis à jour une dépendance.
`

// TestFinishes holds that a task is done only where a sentence says so of all that it names.
func TestFinishes(t *testing.T) {
	var d Deed
	for line := range strings.Lines(strings.TrimSpace(finishes)) {
		mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mark != "+" && mark != "-" {
			d = DeedOf(strings.TrimSpace(line))
		} else if d.Finishes(text) != (mark == "+") {
			t.Errorf("%s %s", mark, text)
		}
	}
}
