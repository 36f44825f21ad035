import type { Language } from '#core/language.ts'
import type { MailText } from '#core/mail.ts'

// What an admin decided about a member who asked to sell.

type Facts = { site: string; name: string; url: string; reason: string }

export const mailTexts: Record<Language, Record<'granted' | 'refused', (facts: Facts) => MailText>> = {
  en: {
    granted: ({ site, name, url }) => ({
      subject: `You can sell on ${site}`,
      lines: [
        `Hello ${name},`,
        'An admin has made you a seller. You can now add what you make, and say how buyers pay and where they collect.',
      ],
      action: { label: 'Open your dashboard', url },
    }),
    refused: ({ site, name, url, reason }) => ({
      subject: `You can’t sell on ${site} yet`,
      lines: [
        `Hello ${name},`,
        'You asked to become a seller. An admin has looked at it and said no for now.',
        `Their reason: ${reason}`,
        'You can ask again.',
      ],
      action: { label: 'Ask again', url },
    }),
  },
  // A draft, which a speaker must review before it is called finished.
  sw: {
    granted: ({ site, name, url }) => ({
      subject: `Unaweza kuuza kwenye ${site}`,
      lines: [
        `Habari ${name},`,
        'Msimamizi amekufanya muuzaji. Sasa unaweza kuweka unachotengeneza, na kutaja jinsi wanunuzi watakavyolipa na mahali pa kuchukua.',
      ],
      action: { label: 'Fungua dashibodi yako', url },
    }),
    refused: ({ site, name, url, reason }) => ({
      subject: `Bado huwezi kuuza kwenye ${site}`,
      lines: [
        `Habari ${name},`,
        'Uliomba kuwa muuzaji. Msimamizi ameliangalia ombi lako na kulikataa kwa sasa.',
        `Sababu yake: ${reason}`,
        'Unaweza kuomba tena.',
      ],
      action: { label: 'Omba tena', url },
    }),
  },
}
