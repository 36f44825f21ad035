import type { MailText } from '#core/mail.ts'

/** `excerpt` is the beginning of the comment. */
type Facts = { by: string; title: string; excerpt: string }
type MailTexts = {
  comment: (facts: Facts) => MailText
  reply: (facts: Facts) => MailText
  mention: (facts: Facts) => MailText
  /** Shown in place of the name of a person whose account was deleted. */
  former: string
  /** Shown in place of the text of a comment that is a voice note. */
  voice: string
}

/** Emails about comments, to people who wrote the entry, take part in the thread or are mentioned. */
export const mailTexts: Record<'en' | 'sw', MailTexts> = {
  en: {
    comment: ({ by, title, excerpt }) => ({
      subject: `${by} commented on ${title}`,
      lines: [`${by} commented on “${title}”:`, excerpt],
      action: 'Read and reply',
    }),
    reply: ({ by, title, excerpt }) => ({
      subject: `${by} replied in a conversation about ${title}`,
      lines: [`${by} replied in a conversation you joined about “${title}”:`, excerpt],
      action: 'Read and reply',
    }),
    mention: ({ by, title, excerpt }) => ({
      subject: `${by} mentioned you in a comment on ${title}`,
      lines: [`${by} mentioned you in a comment on “${title}”:`, excerpt],
      action: 'Read and reply',
    }),
    former: 'a former member',
    voice: '(voice note)',
  },
  // This is a draft. A Kiswahili speaker must review it before it is final (CONTRIBUTING.md, "Reviewing Kiswahili").
  sw: {
    comment: ({ by, title, excerpt }) => ({
      subject: `${by} ametoa maoni kuhusu ${title}`,
      lines: [`${by} ametoa maoni kuhusu “${title}”:`, excerpt],
      action: 'Soma na ujibu',
    }),
    reply: ({ by, title, excerpt }) => ({
      subject: `${by} amejibu katika mazungumzo kuhusu ${title}`,
      lines: [`${by} amejibu katika mazungumzo uliyojiunga nayo kuhusu “${title}”:`, excerpt],
      action: 'Soma na ujibu',
    }),
    mention: ({ by, title, excerpt }) => ({
      subject: `${by} amekutaja katika maoni kuhusu ${title}`,
      lines: [`${by} amekutaja katika maoni kuhusu “${title}”:`, excerpt],
      action: 'Soma na ujibu',
    }),
    former: 'mwanachama wa zamani',
    voice: '(ujumbe wa sauti)',
  },
}
