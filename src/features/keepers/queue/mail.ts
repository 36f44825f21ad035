import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import { changePageOf } from '#content/entry/address.ts'
import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'
import { readReturned } from './queries.ts'

type Facts = { site: string; title: string; reason: string | null; spoken: boolean }

const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, title, reason, spoken }) => ({
    subject: `The keepers returned “${title}”`,
    lines: [
      `Thank you for adding “${title}” to ${site}. The keepers would like you to change something. Until then, only you can see it.`,
      ...(reason ? [`Their message: ${reason}`] : []),
      ...(spoken ? ['They recorded a message for you. Open the page to listen to it.'] : []),
      'Please make your changes, then send it to the keepers again.',
    ],
    action: 'Edit your post',
  }),
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: ({ site, title, reason, spoken }) => ({
    subject: `Watunzaji wamerudisha “${title}”`,
    lines: [
      `Asante kwa kuongeza “${title}” kwenye ${site}. Watunzaji wanakuomba ubadilishe kitu. Hadi hapo, ni wewe tu unayeweza kuiona.`,
      ...(reason ? [`Ujumbe wao: ${reason}`] : []),
      ...(spoken ? ['Wamekurekodia ujumbe. Fungua ukurasa uusikilize.'] : []),
      'Tafadhali fanya mabadiliko yako, kisha uitume kwa watunzaji tena.',
    ],
    action: 'Hariri chapisho lako',
  }),
}

/** Tells the author that keepers returned their entry, unless it was sent to the keepers again. */
export const returnedMail = mailKind({
  name: 'entry-returned',
  about: z.object({ entryId: z.string() }),
  isOptional: true,
  async compose({ db, site }, { id, language }, { entryId }) {
    const entry = await readReturned(db, entryId, id)
    if (!entry) return null
    const { title, returnedReason: reason, returnedVoice } = entry
    const text = mailTexts[language]({ site: site.name, title, reason, spoken: returnedVoice !== null })
    return { text, url: `${site.baseUrl}${changePageOf(entry)}`, entryId }
  },
})
