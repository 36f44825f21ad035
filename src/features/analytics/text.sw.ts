import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Takwimu',
  lead: 'Jinsi tovuti inavyotumika na inavyoendeshwa. Hizi ni jumla: hazionyeshi nani alifanya nini. Husasishwa kila dakika.',
  range: 'Kipindi',
  ranges: { week: 'Siku 7 zilizopita', month: 'Siku 30 zilizopita', year: 'Wiki 52 zilizopita' },
  loading: 'Inapakia takwimu',
  failed: 'Takwimu hazikuweza kupakiwa',
  now: 'sasa',
  top: (value) => `mstari wa juu: ${value}`,
  day: 'Siku',
  week: 'Wiki ya',
  amount: 'Kiasi',
  chart: (title, first, from, last, most, on) =>
    `${title}. Kutoka ${first} tarehe ${from} hadi ${last} sasa. Kiasi cha juu zaidi kilikuwa ${most} tarehe ${on}.`,
  share: (count, of) => `${count} kati ya ${of}`,
  page: 'Zilizofunguliwa zaidi',
  operation: 'Ombi',
  job: 'Zilizoshindwa zaidi',
  times: 'Mara',
  visits: {
    title: 'Kurasa zilizofunguliwa',
    note: 'Kurasa zilizofunguliwa na watu. Kurasa zilizohifadhiwa, mitambo ya kutafuta na programu nyingine hazihesabiwi.',
  },
  members: { title: 'Wanachama', note: (came) => `${came} walijiunga kwa muda huu.` },
  posts: {
    title: 'Machapisho',
    note: (came) => `${came} yalikuja kwa muda huu. Yaliyoingizwa kwa faili hayahesabiwi.`,
  },
  storage: { title: 'Faili asili', note: (came) => `${came} zilikuja kwa muda huu.` },
  mail: {
    title: 'Barua pepe zilizotumwa',
    note: (failed, waiting) => `Majaribio yaliyoshindwa: ${failed}. Zinazosubiri sasa: ${waiting}.`,
  },
  jobs: {
    title: 'Kazi zilizokamilika',
    note: (waiting, running, retrying, failed) =>
      `Sasa ${waiting} zinasubiri, ${running} zinaendelea, ${retrying} zinajaribiwa tena, ${failed} zimeshindwa kabisa.`,
  },
  errors: {
    title: 'Hitilafu za tovuti',
    note: 'Majibu yaliyoshindwa kwa sababu yetu. Kumbukumbu ya seva inaeleza sababu.',
  },
  slow: { title: 'Majibu ya polepole', note: 'Majibu yaliyochukua zaidi ya sekunde moja. Upakiaji haujahesabiwa.' },
}
