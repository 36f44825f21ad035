import { changePageOf } from '#content/entry/address.ts'
import { tell } from '#content/entry/tell.ts'
import type { Context } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import type { MailText } from '#core/mail.ts'

type Entry = { id: string; type: string; title: string; authorId: string | null }
type Facts = { site: string; name: string; title: string; reason: string | null; spoken: boolean }

const mailTexts: Record<Language, (facts: Facts, url: string) => MailText> = {
  en: ({ site, name, title, reason, spoken }, url) => ({
    subject: `The keepers have returned “${title}”`,
    lines: [
      `Hello ${name},`,
      `Thank you for “${title}” on ${site}. The keepers ask you to look at it again. Until then only you see it.`,
      ...(reason ? [`What they write: ${reason}`] : []),
      ...(spoken ? ['They have recorded what they think: you can hear it on the page.'] : []),
      'Please mend it and send it again. It then waits for the keepers once more.',
    ],
    action: { label: 'Open it', url },
  }),
  // A draft, which a speaker must review before it is called finished.
  sw: ({ site, name, title, reason, spoken }, url) => ({
    subject: `Watunzaji wamerudisha “${title}”`,
    lines: [
      `Habari ${name},`,
      `Asante kwa “${title}” kwenye ${site}. Watunzaji wanakuomba uliangalie tena. Hadi hapo ni wewe tu unayeliona.`,
      ...(reason ? [`Wanachoandika: ${reason}`] : []),
      ...(spoken ? ['Wamerekodi wanachofikiri: unaweza kusikiliza kwenye ukurasa.'] : []),
      'Tafadhali lirekebishe na ulitume tena. Kisha litawasubiri watunzaji tena.',
    ],
    action: { label: 'Lifungue', url },
  }),
}

/** Tells the author, if there is one, that keepers returned what they gave. */
export function tellReturned(ctx: Context, entry: Entry, why: { reason: string | null; spoken: boolean }) {
  const url = `${ctx.site.baseUrl}${changePageOf(entry)}`
  const { id, title, authorId } = entry
  return tell(ctx, authorId, (language, names) => mailTexts[language]({ ...names, title, ...why }, url), {
    entryId: id,
    asChosen: true,
  })
}
