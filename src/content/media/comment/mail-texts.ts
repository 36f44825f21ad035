import type { MailText } from '#core/mail.ts'

/** `excerpt` is the beginning of the comment. */
type Facts = { site: string; name: string; by: string; title: string; excerpt: string; url: string }
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
    comment: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} commented on ${title}`,
      lines: [`Hello ${name},`, `${by} commented on “${title}”:`, excerpt],
      action: { label: 'Read and reply', url },
    }),
    reply: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} replied in a conversation about ${title}`,
      lines: [`Hello ${name},`, `${by} replied in a conversation you joined about “${title}”:`, excerpt],
      action: { label: 'Read and reply', url },
    }),
    mention: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} mentioned you in a comment on ${title}`,
      lines: [`Hello ${name},`, `${by} mentioned you in a comment on “${title}”:`, excerpt],
      action: { label: 'Read and reply', url },
    }),
    former: 'a former member',
    voice: '(voice note)',
  },
  // This is a draft. A Kiswahili speaker must review it before it is final (CONTRIBUTING.md, "Reviewing Kiswahili").
  sw: {
    comment: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} ametoa maoni kuhusu ${title}`,
      lines: [`Habari ${name},`, `${by} ametoa maoni kuhusu “${title}”:`, excerpt],
      action: { label: 'Soma na ujibu', url },
    }),
    reply: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} amejibu katika mazungumzo kuhusu ${title}`,
      lines: [`Habari ${name},`, `${by} amejibu katika mazungumzo uliyojiunga nayo kuhusu “${title}”:`, excerpt],
      action: { label: 'Soma na ujibu', url },
    }),
    mention: ({ name, by, title, excerpt, url }) => ({
      subject: `${by} amekutaja katika maoni kuhusu ${title}`,
      lines: [`Habari ${name},`, `${by} amekutaja katika maoni kuhusu “${title}”:`, excerpt],
      action: { label: 'Soma na ujibu', url },
    }),
    former: 'mwanachama wa zamani',
    voice: '(ujumbe wa sauti)',
  },
}
