import { changePageOf, type EntryKind } from '#content/entry/address.ts'
import { tell } from '#content/entry/notify.ts'
import type { Context } from '#core/context.ts'
import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

type Entry = { id: string; type: EntryKind; title: string; authorId: string | null }
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

/** Emails the author, if there is one who wants such emails, that keepers returned the entry. */
export function tellReturned(ctx: Context, entry: Entry, why: { reason: string | null; spoken: boolean }) {
  const url = `${ctx.site.baseUrl}${changePageOf(entry)}`
  const { id, title, authorId } = entry
  const about = { url, entryId: id, asChosen: true }
  return tell(ctx, authorId, (language, site) => mailTexts[language]({ site, title, ...why }), about)
}
