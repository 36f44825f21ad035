import { changePageOf, type EntryKind } from '#content/entry/address.ts'
import { tell } from '#content/entry/notify.ts'
import type { Context } from '#core/context.ts'
import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

type Entry = { id: string; type: EntryKind; title: string; authorId: string | null }
type Facts = { site: string; name: string; title: string; reason: string | null; spoken: boolean }

const mailTexts: Record<Language, (facts: Facts, url: string) => MailText> = {
  en: ({ site, name, title, reason, spoken }, url) => ({
    subject: `The keepers returned “${title}”`,
    lines: [
      `Hello ${name},`,
      `Thank you for adding “${title}” to ${site}. The keepers would like you to change something. Until then, only you can see it.`,
      ...(reason ? [`Their message: ${reason}`] : []),
      ...(spoken ? ['They recorded a message for you. Open the page to listen to it.'] : []),
      'Please make your changes, then send it to the keepers again.',
    ],
    action: { label: 'Edit your post', url },
  }),
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: ({ site, name, title, reason, spoken }, url) => ({
    subject: `Watunzaji wamerudisha “${title}”`,
    lines: [
      `Habari ${name},`,
      `Asante kwa kuongeza “${title}” kwenye ${site}. Watunzaji wanakuomba ubadilishe kitu. Hadi hapo, ni wewe tu unayeweza kuiona.`,
      ...(reason ? [`Ujumbe wao: ${reason}`] : []),
      ...(spoken ? ['Wamekurekodia ujumbe. Fungua ukurasa uusikilize.'] : []),
      'Tafadhali fanya mabadiliko yako, kisha uitume kwa watunzaji tena.',
    ],
    action: { label: 'Hariri chapisho lako', url },
  }),
}

/** Emails the author, if there is one who wants such emails, that keepers returned the entry. */
export function tellReturned(ctx: Context, entry: Entry, why: { reason: string | null; spoken: boolean }) {
  const url = `${ctx.site.baseUrl}${changePageOf(entry)}`
  const { id, title, authorId } = entry
  return tell(ctx, authorId, (language, names) => mailTexts[language]({ ...names, title, ...why }, url), {
    entryId: id,
    asChosen: true,
  })
}
