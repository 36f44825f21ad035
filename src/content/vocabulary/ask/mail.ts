import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'
import { kind } from '../kind.ts'
import { readPublicTitle } from './queries.ts'

const mailTexts: Record<Language, (word: string, accepted: boolean) => MailText> = {
  en: (word, accepted) =>
    accepted
      ? {
          subject: `The voice that you asked for is heard now: “${word}”`,
          lines: [
            `Someone said “${word}” because you asked them, and a keeper has listened. Now everyone can hear it.`,
          ],
          action: 'Listen',
        }
      : {
          subject: `The voice that you asked for couldn’t be added: “${word}”`,
          lines: [
            `A keeper listened to the recording of “${word}” that you asked for, and couldn’t add it. The recording was deleted.`,
            'Perhaps the word, the name or the permission couldn’t be heard. You can send a new link.',
          ],
          action: 'Open the word',
        },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: (word, accepted) =>
    accepted
      ? {
          subject: `Sauti uliyoiomba sasa inasikika: “${word}”`,
          lines: [
            `Mtu amesema “${word}” kwa sababu ulimwomba, na mtunzaji amesikiliza. Sasa kila mtu anaweza kuisikia.`,
          ],
          action: 'Sikiliza',
        }
      : {
          subject: `Sauti uliyoiomba haikuweza kuongezwa: “${word}”`,
          lines: [
            `Mtunzaji amesikiliza rekodi ya “${word}” uliyoiomba, na hakuweza kuiongeza. Rekodi imefutwa.`,
            'Labda neno, jina au ruhusa havikusikika. Unaweza kutuma kiungo kipya.',
          ],
          action: 'Fungua neno',
        },
}

/** Tells the member who asked for a voice what a keeper decided, unless the word isn't public any more. */
export const voiceMail = mailKind({
  name: 'voice-decided',
  about: z.object({ entryId: z.string(), accepted: z.boolean() }),
  isOptional: true,
  async compose({ db, site }, { language }, { entryId, accepted }) {
    const title = await readPublicTitle(db, entryId)
    if (title === undefined) return null
    return { text: mailTexts[language](title, accepted), url: `${site.baseUrl}${kind.page}/${entryId}`, entryId }
  },
})
