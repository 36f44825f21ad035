import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

/** `backup` and `drill` say whether a backup, a test restore, or both are overdue. */
type Facts = { site: string; backup: boolean; drill: boolean }

/** Email to admins about an overdue backup or test restore. */
export const mailTexts: Record<Language, (facts: Facts) => MailText> = {
  en: ({ site, backup, drill }) => ({
    subject: backup ? `${site} has no recent backup` : `Test the backups of ${site}`,
    lines: [
      ...(backup
        ? ['There has been no successful backup for more than 36 hours. Open the backups page to see what went wrong.']
        : []),
      ...(drill
        ? ['No backup has been restored as a test for more than 40 days. A backup that was never tested may not work.']
        : []),
      'You’ll get this email once a day until this is fixed.',
    ],
    action: 'View backups',
  }),
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: ({ site, backup, drill }) => ({
    subject: backup ? `${site} haina nakala rudufu ya karibuni` : `Jaribu nakala rudufu za ${site}`,
    lines: [
      ...(backup
        ? ['Hakuna nakala rudufu iliyofaulu kwa zaidi ya saa 36. Fungua ukurasa wa nakala rudufu uone tatizo.']
        : []),
      ...(drill
        ? [
            'Hakuna nakala rudufu iliyorejeshwa kwa majaribio kwa zaidi ya siku 40. Nakala ambayo haijawahi kujaribiwa huenda isifanye kazi.',
          ]
        : []),
      'Utapata barua pepe hii mara moja kwa siku hadi tatizo hili lirekebishwe.',
    ],
    action: 'Tazama nakala rudufu',
  }),
}
