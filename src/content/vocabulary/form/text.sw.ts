import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  form: 'Neno kwa Kimarakwet',
  english: 'Tafsiri ya Kiingereza',
  swahili: 'Kwa Kiswahili',
  meaning: 'Maana yake, kwa maneno yako',
  example: 'Katika sentensi, kwa Kimarakwet',
  exampleEnglish: 'Sentensi hiyo kwa Kiingereza',
  partOfSpeech: 'Aina ya neno',
  notSure: 'Sina uhakika',
  dialect: 'Lahaja',
  dialectHint: 'Chagua moja au andika yako. Lahaja zote zinakaribishwa.',
  voice: 'Matamshi',
  voiceHint: 'Sema neno peke yake, mara moja au mbili. Sekunde kumi huchukua takriban KB 30.',
  picture: 'Picha',
  publish: 'Ongeza neno',
  save: 'Hifadhi mabadiliko',
  saved: 'Limehifadhiwa.',
  notSaved: 'Neno halikuhifadhiwa. Ulichoandika bado kiko hapa.',
  posted: 'Neno limeongezwa. Watunzaji hutazama maneno yanayoongezwa na wanachama.',
  failed: 'Neno halikuongezwa. Ulichoandika bado kipo hapa.',
  check: 'Tafadhali angalia ulichojaza',
}
