import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  too: 'Lirekodi pia',
  link: (word) => `Rekodi neno hili: ${word}`,
  first: 'Kuwa sauti ya kwanza.',
  record: 'Rekodi unavyolisema',
  cost: 'takriban KB 30',
  yours: 'Matamshi',
  hint: 'Sema neno peke yake, mara moja au mbili, kama unavyolisema nyumbani.',
  note: 'Sekunde kumi huchukua takriban KB 30. Unaweza kusikiliza kabla ya kuiongeza. Jina lako litaonyeshwa pamoja nayo.',
  give: 'Ongeza rekodi',
  firstVoice: 'Asante. Wewe ni sauti ya kwanza ya neno hili.',
  anotherVoice: 'Asante. Sauti yako iko pamoja na za wengine.',
  next: 'Neno linalofuata',
  nothing: 'Tafadhali rekodi neno kwanza, au chagua faili.',
  failed: 'Rekodi haikuweza kuongezwa. Bado ipo hapa.',
  unheard: 'Hakuna kilichosikika katika rekodi hii, kwa hiyo wengine hawaioni. Irekodi tena.',
  voices: 'Rekodi',
  remove: 'Futa rekodi',
  loading: 'Inapakia neno',
  loadFailed: 'Sauti hazikuweza kupakiwa.',
  wordFailed: 'Neno halikuweza kupakiwa.',
  silentTitle: 'Hapa bado hakuna rekodi',
  silentBody: 'Unazungumza Kimarakwet? Rekodi neno moja. Huchukua sekunde kumi na hutumia data takriban KB 30.',
  ask: 'Mwombe mtu mzima',
  one: 'Rekodi neno',
}
