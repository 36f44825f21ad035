import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

/** `readError`: the error from reading the backups, if that prevented a repair. */
type Facts = {
  site: string
  damaged: number
  missing: number
  readError?: string | undefined
}

/** Email about damaged or missing originals that no backup could repair. */
export const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, damaged, missing, readError }) => ({
    subject: `Damaged or missing files on ${site}`,
    lines: [
      `The nightly file check found problems. Damaged files: ${damaged}. Missing files: ${missing}.`,
      readError
        ? `The site couldn’t read the backups: ${readError}`
        : 'The site couldn’t find undamaged copies in a backup.',
      'Check the disk, reconnect your backups, or upload the files again. The site tries to repair them again every night.',
    ],
    action: 'View files',
  }),
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: ({ site, damaged, missing, readError }) => ({
    subject: `Faili zilizoharibika au kukosekana kwenye ${site}`,
    lines: [
      `Ukaguzi wa usiku umepata matatizo. Faili zilizoharibika: ${damaged}. Faili zinazokosekana: ${missing}.`,
      readError
        ? `Tovuti imeshindwa kusoma nakala rudufu: ${readError}`
        : 'Tovuti haikupata nakala zisizoharibika kwenye nakala rudufu.',
      'Angalia diski, unganisha tena nakala rudufu, au pakia faili hizo tena. Tovuti hujaribu tena kuzirekebisha kila usiku.',
    ],
    action: 'Tazama faili',
  }),
}
