import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

/** `unread`: the error from reading the backups, if that prevented a repair. */
type Facts = { site: string; name: string; url: string; damaged: number; missing: number; unread: string | undefined }

/** Email about damaged or missing originals that no backup could repair. */
export const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, name, url, damaged, missing, unread }) => ({
    subject: `Damaged or missing files on ${site}`,
    lines: [
      `Hello ${name},`,
      `The nightly file check found problems. Damaged files: ${damaged}. Missing files: ${missing}.`,
      unread ? `The site couldn’t read the backups: ${unread}` : 'The site found no good copy of them in a backup.',
      'Check the disk, reconnect your backups, or upload the files again. The site tries again every night.',
    ],
    action: { label: 'View files', url },
  }),
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: ({ site, name, url, damaged, missing, unread }) => ({
    subject: `Faili zilizoharibika au kukosekana kwenye ${site}`,
    lines: [
      `Habari ${name},`,
      `Ukaguzi wa usiku umepata matatizo. Faili zilizoharibika: ${damaged}. Faili zinazokosekana: ${missing}.`,
      unread
        ? `Tovuti imeshindwa kusoma nakala rudufu: ${unread}`
        : 'Tovuti haikupata nakala nzuri ya faili hizo kwenye nakala rudufu.',
      'Angalia diski, unganisha tena nakala rudufu, au pakia faili hizo tena. Tovuti hujaribu tena kila usiku.',
    ],
    action: { label: 'Tazama faili', url },
  }),
}
