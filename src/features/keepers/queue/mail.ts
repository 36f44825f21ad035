import { changePageOf } from '#content/entry/address.ts'
import type { Site } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import { type Mail, type MailText, mailTo } from '#core/mail.ts'

type Entry = { id: string; type: string; title: string }
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

/** Tells an author, in their language, that keepers returned what they gave. */
export function returnedMail(
  site: Site,
  author: Parameters<typeof mailTo>[1],
  entry: Entry,
  why: { reason: string | null; spoken: boolean },
): Mail {
  const url = `${site.baseUrl}${changePageOf(entry)}`
  return mailTo(site, author, (language, names) => mailTexts[language]({ ...names, title: entry.title, ...why }, url))
}
