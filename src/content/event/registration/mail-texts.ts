import type { MailText } from '#core/mail.ts'
import type { When } from '../when.ts'

// Emails about an event, sent to people who registered for it.

type Facts = { site: string; name: string; event: string; when: When; where: string; url: string }

export type MailKind = 'registered' | 'waiting' | 'place' | 'cancelled' | 'moved' | 'hidden' | 'shown' | 'reminder'

function inEnglish({ when: { from, to, zone }, where }: Facts): string[] {
  return [`When: ${from} to ${to} (${zone})`, `Where: ${where}`]
}

function inSwahili({ when: { from, to, zone }, where }: Facts): string[] {
  return [`Wakati: ${from} hadi ${to} (${zone})`, `Mahali: ${where}`]
}

const calendar = 'Open the attached file to add the event to your calendar.'
const kalenda = 'Fungua faili iliyoambatishwa ili kuongeza tukio kwenye kalenda yako.'
const cancelling =
  'If you can’t come, please cancel your registration on the event’s page. If someone else registered you, ask them to cancel it.'
const kughairi =
  'Kama huwezi kuja, tafadhali ghairi kujiandikisha kwako kwenye ukurasa wa tukio. Kama uliandikishwa na mtu mwingine, mwombe aghairi.'

export const mailTexts: Record<'en' | 'sw', Record<MailKind, (facts: Facts) => MailText>> = {
  en: {
    registered: (facts) => ({
      subject: `You are registered: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `You have a place at “${facts.event}”.`,
        ...inEnglish(facts),
        `${calendar} ${cancelling}`,
      ],
      action: { label: 'View event', url: facts.url },
    }),
    waiting: (facts) => ({
      subject: `You are on the waiting list: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `“${facts.event}” is full. You’re on the waiting list. We’ll email you if you get a place.`,
        ...inEnglish(facts),
      ],
      action: { label: 'View event', url: facts.url },
    }),
    place: (facts) => ({
      subject: `You have a place: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `A place has become free at “${facts.event}”, and it’s now yours.`,
        ...inEnglish(facts),
        `${calendar} ${cancelling}`,
      ],
      action: { label: 'View event', url: facts.url },
    }),
    cancelled: (facts) => ({
      subject: `Cancelled: ${facts.event}`,
      lines: [`Hello ${facts.name},`, `“${facts.event}” has been cancelled.`, ...inEnglish(facts)],
    }),
    moved: (facts) => ({
      subject: `Changed: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `The time or place of “${facts.event}” has changed. Here are the new details:`,
        ...inEnglish(facts),
        cancelling,
      ],
      action: { label: 'View event', url: facts.url },
    }),
    hidden: (facts) => ({
      subject: `Check before you go: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `A moderator of ${facts.site} has hidden the page for “${facts.event}” for now. Please ask the organizer whether the event will go ahead.`,
        ...inEnglish(facts),
        'Your registration hasn’t changed. We’ll email you when the page is back.',
      ],
    }),
    shown: (facts) => ({
      subject: `Event page restored: ${facts.event}`,
      lines: [
        `Hello ${facts.name},`,
        `The page for “${facts.event}” is back. Your registration hasn’t changed.`,
        ...inEnglish(facts),
      ],
      action: { label: 'View event', url: facts.url },
    }),
    reminder: (facts) => ({
      subject: `Coming up: ${facts.event}`,
      lines: [`Hello ${facts.name},`, `“${facts.event}” is coming up soon.`, ...inEnglish(facts)],
      action: { label: 'View event', url: facts.url },
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    registered: (facts) => ({
      subject: `Umejiandikisha: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Una nafasi kwenye “${facts.event}”.`,
        ...inSwahili(facts),
        `${kalenda} ${kughairi}`,
      ],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
    waiting: (facts) => ({
      subject: `Uko kwenye orodha ya kusubiri: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `“${facts.event}” limejaa. Uko kwenye orodha ya kusubiri. Tutakuandikia ukipata nafasi.`,
        ...inSwahili(facts),
      ],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
    place: (facts) => ({
      subject: `Umepata nafasi: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Nafasi imepatikana kwenye “${facts.event}”, na sasa ni yako.`,
        ...inSwahili(facts),
        `${kalenda} ${kughairi}`,
      ],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
    cancelled: (facts) => ({
      subject: `Limeghairiwa: ${facts.event}`,
      lines: [`Habari ${facts.name},`, `“${facts.event}” limeghairiwa.`, ...inSwahili(facts)],
    }),
    moved: (facts) => ({
      subject: `Limebadilika: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Wakati au mahali pa “${facts.event}” pamebadilika. Haya ndiyo maelezo mapya:`,
        ...inSwahili(facts),
        kughairi,
      ],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
    hidden: (facts) => ({
      subject: `Uliza kabla ya kwenda: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Mwangalizi wa ${facts.site} ameficha ukurasa wa “${facts.event}” kwa sasa. Tafadhali muulize mwandaaji kama tukio litafanyika.`,
        ...inSwahili(facts),
        'Usajili wako haujabadilika. Tutakuandikia ukurasa ukirudi.',
      ],
    }),
    shown: (facts) => ({
      subject: `Ukurasa wa tukio umerudi: ${facts.event}`,
      lines: [
        `Habari ${facts.name},`,
        `Ukurasa wa “${facts.event}” umerudi. Usajili wako haujabadilika.`,
        ...inSwahili(facts),
      ],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
    reminder: (facts) => ({
      subject: `Linakuja: ${facts.event}`,
      lines: [`Habari ${facts.name},`, `“${facts.event}” linakaribia kufanyika.`, ...inSwahili(facts)],
      action: { label: 'Tazama tukio', url: facts.url },
    }),
  },
}
