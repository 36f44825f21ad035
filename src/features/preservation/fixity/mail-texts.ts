import type { Language } from '#core/language.ts'
import type { MailText } from '#core/mail.ts'

/** `unread`: why no backup could be asked, where that is what kept them from being mended. */
type Facts = { site: string; name: string; url: string; damaged: number; missing: number; unread: string | undefined }

/** That originals are damaged or missing, and no backup could mend them. */
export const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, name, url, damaged, missing, unread }) => ({
    subject: `Files are not whole on ${site}`,
    lines: [
      `Hello ${name},`,
      `The nightly check has read the original files. Damaged: ${damaged}. Missing: ${missing}.`,
      unread ? `The backups could not be read: ${unread}` : 'No backup holds a good copy of them that may be used.',
      'What to do: look whether the disk fails, connect the place of your backups again, or ask whoever sent the files for them. The check tries again every night.',
    ],
    action: { label: 'See which files', url },
  }),
  // A draft, which a speaker must review before it is called finished.
  sw: ({ site, name, url, damaged, missing, unread }) => ({
    subject: `Faili si kamili kwenye ${site}`,
    lines: [
      `Habari ${name},`,
      `Ukaguzi wa usiku umesoma faili halisi. Zilizoharibika: ${damaged}. Zinazokosekana: ${missing}.`,
      unread
        ? `Nakala rudufu hazikuweza kusomwa: ${unread}`
        : 'Hakuna nakala rudufu yenye nakala nzuri inayoweza kutumika.',
      'La kufanya: angalia kama diski inaharibika, unganisha tena mahali pa nakala rudufu, au waombe waliotuma faili hizo wazitume tena. Ukaguzi hujaribu tena kila usiku.',
    ],
    action: { label: 'Tazama ni faili zipi', url },
  }),
}
