import type { Language } from '#core/language.ts'
import type { MailText } from '#core/mail.ts'

// That nobody has a copy of what people gave, or that none has been tried.

type Facts = { site: string; name: string; url: string; backup: boolean; drill: boolean }

export const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, name, url, backup, drill }) => ({
    subject: backup ? `${site} has had no backup for more than 36 hours` : `The backups of ${site} want to be tried`,
    lines: [
      `Hello ${name},`,
      ...(backup
        ? ['The last backup that ended well is more than 36 hours old. The page says why, where it is known.']
        : []),
      ...(drill ? ['For more than 40 days no backup has been restored on trial.'] : []),
      'This mail comes once a day until that is mended.',
    ],
    action: { label: 'Look at it', url },
  }),
  // A draft, which a speaker must review before it is called finished.
  sw: ({ site, name, url, backup, drill }) => ({
    subject: backup ? `${site} haina nakala kwa zaidi ya saa 36` : `Nakala za ${site} zinahitaji kujaribiwa`,
    lines: [
      `Habari ${name},`,
      ...(backup
        ? ['Nakala ya mwisho iliyokamilika vizuri ina zaidi ya saa 36. Ukurasa unaeleza sababu, ikijulikana.']
        : []),
      ...(drill ? ['Kwa zaidi ya siku 40 hakuna nakala iliyorejeshwa kwa majaribio.'] : []),
      'Barua hii huja mara moja kwa siku hadi hilo lirekebishwe.',
    ],
    action: { label: 'Iangalie', url },
  }),
}
