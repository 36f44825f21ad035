import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Mwombe mtu mzima',
  of: (word) => `Mwombe mtu aseme “${word}”`,
  lead: 'Mtumie kiungo mtu anayelisema neno hili vizuri. Anakifungua, anasema neno, kisha jina lake na kwamba wengine wanaweza kumsikia. Hahitaji akaunti.',
  rules: 'Kiungo hufanya kazi mara moja, ndani ya siku saba, kwa neno hili tu. Mtunzaji husikiliza kabla ya wengine.',
  make: 'Pata kiungo',
  ready: 'Kiungo kiko tayari. Mtumie mtu mmoja.',
  message: (word) => `Unasemaje “${word}”? Tafadhali turekodie:`,
  sent: 'Viungo vyako vya neno hili',
  waits: (day) => `Kinafanya kazi hadi ${day}`,
  answered: 'Kimejibiwa. Sasa mtunzaji atasikiliza.',
  takeBack: 'Kirudishe',
  takeBackTitle: 'Ukirudishe kiungo hiki?',
  takeBackBody: 'Kitaacha kufanya kazi, na kilichorekodiwa kwacho kitafutwa.',
  takenBack: 'Kiungo hakifanyi kazi tena.',
  back: 'Rudi kwenye neno',
  failed: 'Viungo havikuweza kupakiwa.',

  asks: (name) => `${name} anauliza unavyolisema neno hili.`,
  how: 'Bonyeza maikrofoni na useme neno, mara moja au mbili.',
  word: 'Neno',
  next: 'Jambo la pili na la mwisho: sema jina lako, na kwamba wengine wanaweza kukusikia.',
  thenHint: 'Jina lako litaonyeshwa pamoja na neno.',
  consent: 'Jina na ruhusa',
  send: 'Tuma',
  notSent: 'Rekodi hazikuweza kutumwa. Bado ziko hapa.',
  thanks: 'Asante. Sauti yako imefika.',
  thanksNote: (name) =>
    `Mtunzaji atasikiliza kwanza. Kisha kila mtu ataweza kuisikia. Ukibadili nia, mwambie ${name} au watunzaji.`,
  gone: 'Kiungo hiki hakifanyi kazi tena',
  goneNote: 'Kiungo hufanya kazi mara moja, kwa siku saba. Mwombe aliyekituma akupe kipya.',
  toWords: 'Tazama maneno yote',
  noScript: 'Ili kurekodi, ukurasa huu unahitaji JavaScript. Iwashe katika mipangilio ya kivinjari chako.',

  voices: 'Sauti',
  voicesLead:
    'Maneno yaliyosemwa na watu wasio na akaunti, kwa sababu mwanachama aliwaomba. Sikiliza rekodi zote mbili. Ongeza neno ikiwa tu unalisikia, pamoja na jina na ndiyo iliyo wazi.',
  none: 'Hakuna sauti zinazosubiri.',
  askedBy: (name, day) => `Imeombwa na ${name}, imejibiwa ${day}`,
  hear: (word) => `Neno: ${word}`,
  name: 'Jina la msemaji, kama unavyolisikia',
  add: 'Ongeza kwenye neno',
  added: 'Sauti iko kwenye ukurasa wa neno sasa.',
  decline: 'Kataa',
  declineTitle: 'Ukatae sauti hii?',
  declineBody: 'Rekodi zote mbili zitafutwa, na mwanachama aliyeomba ataambiwa.',
  declined: 'Imekataliwa. Rekodi zimefutwa.',
}
