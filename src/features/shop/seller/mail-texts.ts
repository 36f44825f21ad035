import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'

// These emails report an admin's decision on a request to sell.

type Facts = { site: string; reason: string }

export const mailTexts: Record<Language, Record<'granted' | 'refused', (facts: Facts) => MailText>> = {
  en: {
    granted: ({ site }) => ({
      subject: `You can now sell on ${site}`,
      lines: [
        'An admin approved your request to sell. Next, add your products. Then enter how buyers can pay you and where they can collect their orders.',
      ],
      action: 'Open your dashboard',
    }),
    refused: ({ site, reason }) => ({
      subject: `Your request to sell on ${site} was refused`,
      lines: [
        'An admin looked at your request to sell and refused it.',
        `Their reason: ${reason}`,
        'You can send a new request at any time.',
      ],
      action: 'Send a new request',
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    granted: ({ site }) => ({
      subject: `Sasa unaweza kuuza kwenye ${site}`,
      lines: [
        'Msimamizi amekubali ombi lako la kuuza. Sasa ongeza bidhaa zako. Kisha andika jinsi wanunuzi wanavyoweza kukulipa na mahali wanapoweza kuchukua oda zao.',
      ],
      action: 'Fungua dashibodi yako',
    }),
    refused: ({ site, reason }) => ({
      subject: `Ombi lako la kuuza kwenye ${site} limekataliwa`,
      lines: [
        'Msimamizi ameliangalia ombi lako la kuuza na kulikataa.',
        `Sababu yake: ${reason}`,
        'Unaweza kutuma ombi jipya wakati wowote.',
      ],
      action: 'Tuma ombi jipya',
    }),
  },
}
