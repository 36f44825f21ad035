import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  nothing: 'Andika kitu, au rekodi ujumbe wa sauti.',
  closed: 'Mwandishi amezima maoni hapa.',
  hiddenEntry: 'Mwangalizi ameficha ingizo hili. Haliwezi kutolewa maoni.',
  draft: 'Hii ni rasimu. Ichapishe kwanza.',
  goneParent: 'Huwezi kujibu maoni haya. Jibu mengine.',
  tooManyMentions: (most) => `Taja watu wasiozidi ${most}.`,
  unknownMention: 'Mmoja wa uliowataja hawezi kutajwa hapa. Ondoa jina lake.',
  notYours: 'Haya si maoni yako.',
  tooLate: (minutes) => `Maoni yanaweza kuhaririwa kwa dakika ${minutes}. Unaweza kuyafuta na kuandika mapya.`,
  hidden: 'Mwangalizi ameficha maoni haya.',
  notHidden: 'Maoni haya hayajafichwa. Pakia ukurasa tena.',
  tooMany: 'Umeandika maoni mengi kwa muda mfupi. Subiri kidogo, kisha ujaribu tena.',
}
