import type { MailText } from '#core/mail.ts'
import type { When } from '../when.ts'

// Every mail about an event to those who registered.

type Facts = { site: string; name: string; event: string; when: When; where: string; url: string }

export type MailKind = 'registered' | 'waiting' | 'place' | 'cancelled' | 'moved' | 'hidden' | 'shown' | 'reminder'

function inEnglish({ when: { from, to, zone }, where }: Facts): string[] {
  return [`When: ${from} to ${to} (${zone})`, `Where: ${where}`]
}

function inSwahili({ when: { from, to, zone }, where }: Facts): string[] {
  return [`Wakati: ${from} hadi ${to} (${zone})`, `Mahali: ${where}`]
}

const calendar = 'The attached file puts it into your calendar.'
const kalenda = 'Faili iliyoambatishwa inaliweka kwenye kalenda yako.'

export const mailTexts: Record<'en' | 'sw', Record<MailKind, (facts: Facts) => MailText>> = {
  en: {
    registered: (facts) => ({
      subject: `You are registered: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `You have a place at “${facts.event}”.`,
        ...inEnglish(facts),
        `${calendar} If you can’t come, please give your place back on the event’s page.`,
      ],
      action: { label: 'Open the event', url: facts.url },
    }),
    waiting: (facts) => ({
      subject: `You are on the waiting list: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `“${facts.event}” is full. You are on the waiting list, and we write to you when a place is free.`,
        ...inEnglish(facts),
      ],
      action: { label: 'Open the event', url: facts.url },
    }),
    place: (facts) => ({
      subject: `You have a place: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `A place at “${facts.event}” is free, and it is yours.`,
        ...inEnglish(facts),
        `${calendar} If you can’t come, please give your place back on the event’s page.`,
      ],
      action: { label: 'Open the event', url: facts.url },
    }),
    cancelled: (facts) => ({
      subject: `Cancelled: ${facts.event}`,
      lines: [`Hello ${facts.name},`, `“${facts.event}” does not take place.`, ...inEnglish(facts)],
    }),
    moved: (facts) => ({
      subject: `Changed: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `The time or the place of “${facts.event}” has changed. This is how it is now:`,
        ...inEnglish(facts),
        'If you can’t come, please give your place back on the event’s page.',
      ],
      action: { label: 'Open the event', url: facts.url },
    }),
    hidden: (facts) => ({
      subject: `Taken down for now: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `A moderator of ${facts.site} has taken down the page of “${facts.event}”. Before you go there, please ask its organizer whether it takes place.`,
        ...inEnglish(facts),
        'We write to you when the page is back. Your registration stays.',
      ],
    }),
    shown: (facts) => ({
      subject: `Back again: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `The page of “${facts.event}” is back. Your registration stands.`,
        ...inEnglish(facts),
      ],
      action: { label: 'Open the event', url: facts.url },
    }),
    reminder: (facts) => ({
      subject: `Soon: ${facts.event}`,
      lines: [`Hello ${facts.name},`, `“${facts.event}” is about to take place.`, ...inEnglish(facts)],
      action: { label: 'Open the event', url: facts.url },
    }),
  },
  // A draft, which a speaker must review before it is called finished.
  sw: {
    registered: (facts) => ({
      subject: `Umejiandikisha: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Una nafasi kwenye “${facts.event}”.`,
        ...inSwahili(facts),
        `${kalenda} Kama huwezi kuja, tafadhali rudisha nafasi yako kwenye ukurasa wa tukio.`,
      ],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
    waiting: (facts) => ({
      subject: `Uko kwenye orodha ya kusubiri: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `“${facts.event}” limejaa. Uko kwenye orodha ya kusubiri, na tutakuandikia nafasi ikipatikana.`,
        ...inSwahili(facts),
      ],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
    place: (facts) => ({
      subject: `Umepata nafasi: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Nafasi imepatikana kwenye “${facts.event}”, nayo ni yako.`,
        ...inSwahili(facts),
        `${kalenda} Kama huwezi kuja, tafadhali rudisha nafasi yako kwenye ukurasa wa tukio.`,
      ],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
    cancelled: (facts) => ({
      subject: `Limefutwa: ${facts.event}`,
      lines: [`Habari ${facts.name},`, `“${facts.event}” halitafanyika.`, ...inSwahili(facts)],
    }),
    moved: (facts) => ({
      subject: `Limebadilika: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Wakati au mahali pa “${facts.event}” pamebadilika. Sasa ni hivi:`,
        ...inSwahili(facts),
        'Kama huwezi kuja, tafadhali rudisha nafasi yako kwenye ukurasa wa tukio.',
      ],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
    hidden: (facts) => ({
      subject: `Limeondolewa kwa sasa: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Mwangalizi wa ${facts.site} ameondoa ukurasa wa “${facts.event}”. Kabla ya kwenda, tafadhali muulize mwandalizi kama litafanyika.`,
        ...inSwahili(facts),
        'Tutakuandikia ukurasa ukirudi. Kujiandikisha kwako kunabaki.',
      ],
    }),
    shown: (facts) => ({
      subject: `Limerudi: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Ukurasa wa “${facts.event}” umerudi. Kujiandikisha kwako kunabaki.`,
        ...inSwahili(facts),
      ],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
    reminder: (facts) => ({
      subject: `Karibuni: ${facts.event}`,
      lines: [`Habari ${facts.name},`, `“${facts.event}” linakaribia kufanyika.`, ...inSwahili(facts)],
      action: { label: 'Fungua tukio', url: facts.url },
    }),
  },
}
