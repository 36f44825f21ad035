import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Unukuzi',
  loading: 'Inapakia unukuzi',
  failed: 'Unukuzi haukupakiwa.',
  none: 'Bado hakuna unukuzi.',
  noOthers: 'Bado hakuna unukuzi wa wanachama wengine.',
  by: (name) => `Imeongezwa na ${name}`,
  former: 'aliyekuwa mwanachama',
  add: 'Ongeza unukuzi au tafsiri',
  language: 'Lugha ya unukuzi',
  text: 'Yanayosemwa, neno kwa neno',
  translation: 'Tafsiri',
  submit: 'Ongeza unukuzi',
  added: 'Unukuzi umeongezwa. Asante.',
  notAdded: 'Unukuzi haukuongezwa. Maandishi yako bado yapo hapa.',
  remove: 'Futa unukuzi',
  removeBody: 'Haiwezi kutenduliwa.',
  removed: 'Unukuzi umefutwa.',
}
