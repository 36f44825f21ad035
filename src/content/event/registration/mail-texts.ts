import type { MailText } from '#core/mail.ts'
import type { types } from '../schema.ts'
import type { When, whenFor } from '../when.ts'

// Emails about an event, sent to people who registered for it.

type Details = { when: ReturnType<typeof whenFor>; where: string; type: (typeof types)[number] }
type Facts = {
  site: string
  event: string
  /** False if the person can't open the event's page any more. */
  details: Details | false
  /** The link that cancels this registration without a login. */
  cancelUrl: string
}

export type MailKind =
  | 'registered'
  | 'waiting'
  | 'place'
  | 'cancelled'
  | 'moved'
  | 'hidden'
  | 'drafted'
  | 'shown'
  | 'limited'
  | 'ended'
  | 'reminder'

function inEnglish({ details }: Facts): string[] {
  if (!details) return ['You can’t open its page any more. If you have questions, please ask the organizer.']
  const { when, where, type } = details
  const span = ({ from, to, zone }: When) => `${from} to ${to} (${zone})`
  const types = { 'in-person': 'in person', virtual: 'online', hybrid: 'in person and online' }
  return [
    `When: ${span(when.place)}`,
    ...(when.reader ? [`Your time: ${span(when.reader)}`] : []),
    `Where: ${where} (${types[type]})`,
  ]
}

function inSwahili({ details }: Facts): string[] {
  if (!details) return ['Huwezi tena kufungua ukurasa wake. Ukiwa na maswali, tafadhali muulize mwandaaji.']
  const { when, where, type } = details
  const span = ({ from, to, zone }: When) => `${from} hadi ${to} (${zone})`
  const types = { 'in-person': 'ana kwa ana', virtual: 'mtandaoni', hybrid: 'ana kwa ana na mtandaoni' }
  return [
    `Wakati: ${span(when.place)}`,
    ...(when.reader ? [`Saa za kwako: ${span(when.reader)}`] : []),
    `Mahali: ${where} (${types[type]})`,
  ]
}

const calendar = 'Open the attached file to add the event to your calendar.'
const kalenda = 'Fungua faili iliyoambatishwa ili kuongeza tukio kwenye kalenda yako.'
const cancelling = ({ cancelUrl }: Facts) => [
  'If you can’t come, please cancel your registration with this link:',
  cancelUrl,
]
const kughairi = ({ cancelUrl }: Facts) => [
  'Kama huwezi kuja, tafadhali ghairi kujiandikisha kwako kwa kiungo hiki:',
  cancelUrl,
]
const view = ({ details }: Facts) => details && { action: 'View event' }
const tazama = ({ details }: Facts) => details && { action: 'Tazama tukio' }

/** Replaces the title of an event if it isn't known what the person was told while they could open its page. */
export const untitled = { en: 'an event that you registered for', sw: 'tukio ulilojiandikisha' }

export const mailTexts: Record<'en' | 'sw', Record<MailKind, (facts: Facts) => MailText>> = {
  en: {
    registered: (facts) => ({
      subject: `You are registered: ${facts.event}`,
      lines: [`You have a place at “${facts.event}”.`, ...inEnglish(facts), calendar, ...cancelling(facts)],
      ...view(facts),
    }),
    waiting: (facts) => ({
      subject: `You are on the waiting list: ${facts.event}`,
      lines: [
        `“${facts.event}” is full. You’re on the waiting list. We’ll email you if you get a place.`,
        ...inEnglish(facts),
        ...cancelling(facts),
      ],
      ...view(facts),
    }),
    place: (facts) => ({
      subject: `You have a place: ${facts.event}`,
      lines: [
        `A place has become free at “${facts.event}”, and it’s now yours.`,
        ...inEnglish(facts),
        calendar,
        ...cancelling(facts),
      ],
      ...view(facts),
    }),
    cancelled: (facts) => ({
      subject: `Cancelled: ${facts.event}`,
      lines: [`“${facts.event}” has been cancelled.`, ...inEnglish(facts)],
    }),
    moved: (facts) => ({
      subject: `Changed: ${facts.event}`,
      lines: [
        facts.details
          ? `The time or place of “${facts.event}” has changed. Here are the new details:`
          : `The time or place of “${facts.event}” has changed.`,
        ...inEnglish(facts),
        ...cancelling(facts),
      ],
      ...view(facts),
    }),
    hidden: (facts) => ({
      subject: `Check before you go: ${facts.event}`,
      lines: [
        `A moderator of ${facts.site} has hidden the page for “${facts.event}” for now. Please ask the organizer whether the event will go ahead.`,
        ...inEnglish(facts),
        'Your registration hasn’t changed. We’ll email you when the page is back.',
      ],
    }),
    drafted: (facts) => ({
      subject: `Check before you go: ${facts.event}`,
      lines: [
        `The organizer has taken the page for “${facts.event}” down for now. Please ask them whether the event will go ahead.`,
        ...inEnglish(facts),
        'Your registration hasn’t changed. We’ll email you when the page is back.',
      ],
    }),
    shown: (facts) => ({
      subject: `Event page restored: ${facts.event}`,
      lines: [`The page for “${facts.event}” is back. Your registration hasn’t changed.`, ...inEnglish(facts)],
      ...view(facts),
    }),
    limited: (facts) => ({
      subject: `Check before you go: ${facts.event}`,
      lines: [
        `“${facts.event}” is now only for some members. Please ask the organizer whether you can still come.`,
        ...inEnglish(facts),
        'Your registration hasn’t changed. We’ll email you if the event changes.',
        ...cancelling(facts),
      ],
    }),
    ended: (facts) => ({
      subject: `Registration cancelled: ${facts.event}`,
      lines: [
        `Your registration for “${facts.event}” was cancelled by the organizer or the person who registered you.`,
        ...inEnglish(facts),
      ],
      ...view(facts),
    }),
    reminder: (facts) => ({
      subject: `Coming up: ${facts.event}`,
      lines: [`“${facts.event}” is coming up soon.`, ...inEnglish(facts), ...cancelling(facts)],
      ...view(facts),
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    registered: (facts) => ({
      subject: `Umejiandikisha: ${facts.event}`,
      lines: [`Una nafasi kwenye “${facts.event}”.`, ...inSwahili(facts), kalenda, ...kughairi(facts)],
      ...tazama(facts),
    }),
    waiting: (facts) => ({
      subject: `Uko kwenye orodha ya kusubiri: ${facts.event}`,
      lines: [
        `“${facts.event}” limejaa. Uko kwenye orodha ya kusubiri. Tutakuandikia ukipata nafasi.`,
        ...inSwahili(facts),
        ...kughairi(facts),
      ],
      ...tazama(facts),
    }),
    place: (facts) => ({
      subject: `Umepata nafasi: ${facts.event}`,
      lines: [
        `Nafasi imepatikana kwenye “${facts.event}”, na sasa ni yako.`,
        ...inSwahili(facts),
        kalenda,
        ...kughairi(facts),
      ],
      ...tazama(facts),
    }),
    cancelled: (facts) => ({
      subject: `Limeghairiwa: ${facts.event}`,
      lines: [`“${facts.event}” limeghairiwa.`, ...inSwahili(facts)],
    }),
    moved: (facts) => ({
      subject: `Limebadilika: ${facts.event}`,
      lines: [
        facts.details
          ? `Wakati au mahali pa “${facts.event}” pamebadilika. Haya ndiyo maelezo mapya:`
          : `Wakati au mahali pa “${facts.event}” pamebadilika.`,
        ...inSwahili(facts),
        ...kughairi(facts),
      ],
      ...tazama(facts),
    }),
    hidden: (facts) => ({
      subject: `Uliza kabla ya kwenda: ${facts.event}`,
      lines: [
        `Mwangalizi wa ${facts.site} ameficha ukurasa wa “${facts.event}” kwa sasa. Tafadhali muulize mwandaaji kama tukio litafanyika.`,
        ...inSwahili(facts),
        'Usajili wako haujabadilika. Tutakuandikia ukurasa ukirudi.',
      ],
    }),
    drafted: (facts) => ({
      subject: `Uliza kabla ya kwenda: ${facts.event}`,
      lines: [
        `Mwandaaji ameondoa ukurasa wa “${facts.event}” kwa sasa. Tafadhali muulize kama tukio litafanyika.`,
        ...inSwahili(facts),
        'Usajili wako haujabadilika. Tutakuandikia ukurasa ukirudi.',
      ],
    }),
    shown: (facts) => ({
      subject: `Ukurasa wa tukio umerudi: ${facts.event}`,
      lines: [`Ukurasa wa “${facts.event}” umerudi. Usajili wako haujabadilika.`, ...inSwahili(facts)],
      ...tazama(facts),
    }),
    limited: (facts) => ({
      subject: `Uliza kabla ya kwenda: ${facts.event}`,
      lines: [
        `“${facts.event}” sasa ni la baadhi ya wanachama tu. Tafadhali muulize mwandaaji kama bado unaweza kuja.`,
        ...inSwahili(facts),
        'Usajili wako haujabadilika. Tutakuandikia tukio likibadilika.',
        ...kughairi(facts),
      ],
    }),
    ended: (facts) => ({
      subject: `Usajili umeghairiwa: ${facts.event}`,
      lines: [`Usajili wako kwa “${facts.event}” umeghairiwa na mwandaaji au aliyekuandikisha.`, ...inSwahili(facts)],
      ...tazama(facts),
    }),
    reminder: (facts) => ({
      subject: `Linakuja: ${facts.event}`,
      lines: [`“${facts.event}” linakaribia kufanyika.`, ...inSwahili(facts), ...kughairi(facts)],
      ...tazama(facts),
    }),
  },
}
