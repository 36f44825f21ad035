import type { Words } from './language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  invalid: 'Tafadhali angalia ulichojaza',
  unauthorized: 'Tafadhali ingia kwanza.',
  forbidden: 'Huruhusiwi kufanya hivi.',
  notFound: 'Hakuna kitu kwenye anwani hii.',
  tooMany: 'Umejaribu mara nyingi mno. Tafadhali subiri kidogo kisha ujaribu tena.',
  tooMuch: 'Unatuma mengi mno. Tafadhali subiri kidogo kisha ujaribu tena.',
  notAdmitted: 'Msimamizi bado hajaikubali akaunti yako.',
  sessionEnded: 'Muda wako wa kuingia umeisha. Tafadhali ingia tena.',
  noOperation: 'Hakuna operesheni kama hiyo.',
  tooLarge: (mb) => `Tafadhali usizidishe MB ${mb}.`,
  noJson: 'Ombi si JSON sahihi.',
  noObject: 'Ombi lazima liwe kitu cha JSON.',
  keyTooLong: 'Idempotency-Key ni ndefu mno: tafadhali usizidishe herufi 200.',
  keyReused: 'Idempotency-Key hii ilitumika kwa ombi lingine.',
  unavailable: 'Tovuti haiwezi kujibu kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  noRoom: 'Tovuti haina nafasi ya kuhifadhi hiki. Tafadhali waambie wanaoiendesha, kisha ujaribu tena baadaye.',
  ourFault: (requestId) =>
    `Kuna hitilafu upande wetu. Tafadhali jaribu tena. Ikiendelea, waambie wanaoendesha tovuti: ${requestId}`,
}
