import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

// These emails report an admin's decision on a request to sell.

type Facts = { site: string; name: string; url: string; reason: string }

export const mailTexts: Record<Language, Record<'granted' | 'refused', (facts: Facts) => MailText>> = {
  en: {
    granted: ({ site, name, url }) => ({
      subject: `You can now sell on ${site}`,
      lines: [
        `Hello ${name},`,
        'An admin approved your request to sell. Next, add your products. Then enter how buyers can pay you and where they can collect their orders.',
      ],
      action: { label: 'Open your dashboard', url },
    }),
    refused: ({ site, name, url, reason }) => ({
      subject: `Your request to sell on ${site} was refused`,
      lines: [
        `Hello ${name},`,
        'An admin looked at your request to sell and refused it.',
        `Their reason: ${reason}`,
        'You can send a new request at any time.',
      ],
      action: { label: 'Send a new request', url },
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    granted: ({ site, name, url }) => ({
      subject: `Sasa unaweza kuuza kwenye ${site}`,
      lines: [
        `Habari ${name},`,
        'Msimamizi amekubali ombi lako la kuuza. Sasa ongeza bidhaa zako. Kisha andika jinsi wanunuzi wanavyoweza kukulipa na mahali wanapoweza kuchukua oda zao.',
      ],
      action: { label: 'Fungua dashibodi yako', url },
    }),
    refused: ({ site, name, url, reason }) => ({
      subject: `Ombi lako la kuuza kwenye ${site} limekataliwa`,
      lines: [
        `Habari ${name},`,
        'Msimamizi ameliangalia ombi lako la kuuza na kulikataa.',
        `Sababu yake: ${reason}`,
        'Unaweza kutuma ombi jipya wakati wowote.',
      ],
      action: { label: 'Tuma ombi jipya', url },
    }),
  },
}
