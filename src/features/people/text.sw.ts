import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

const number = (count: number) => count.toLocaleString('sw-KE')

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Watu wanaoshiriki',
  lead: 'Wanachama walioshiriki rekodi, hadithi, maneno au kazi za mikono.',
  description: 'Watu walio nyuma ya kumbukumbu hii: waliorekodi, walioandika, waliosimulia na waliotengeneza.',
  back: 'Wote wanaoshiriki',
  entries: (count) => (count === 1 ? 'Chapisho 1' : `Machapisho ${number(count)}`),
  search: 'Tafuta kwa jina',
  noMatch: (q) => `Hakuna anayeshiriki mwenye jina “${q}”`,
  none: 'Bado hakuna aliyeshiriki chochote',
  noneHint: 'Kuwa wa kwanza. Rekodi neno, hadithi au wimbo.',
  record: 'Rekodi sauti',
  sections: {
    recordings: 'Rekodi za sauti',
    products: 'Zinauzwa',
    writing: 'Hadithi na makala',
    pictures: 'Picha na video',
    words: 'Maneno na methali',
    artifacts: 'Vifaa vya jadi',
    events: 'Matukio',
  },
  onThisPage: 'Kwenye ukurasa huu',
  latest: 'Sikiliza rekodi ya hivi karibuni',
  goods: 'Tazama zinazouzwa',
  all: {
    recordings: (count) => `Onyesha rekodi zote ${number(count)}`,
    products: (count) => `Onyesha bidhaa zote ${number(count)}`,
    writing: (count) => `Onyesha hadithi na makala zote ${number(count)}`,
    pictures: (count) => `Onyesha picha na video zote ${number(count)}`,
    words: (count) => `Onyesha maneno na methali zote ${number(count)}`,
    artifacts: (count) => `Onyesha vifaa vyote ${number(count)}`,
    events: (count) => `Onyesha matukio yote ${number(count)}`,
  },
  by: (section, name) => `${section}: ${name}`,
  about: 'Kuhusu',
  facts: { place: 'Mahali', since: 'Mwanachama tangu', elsewhere: 'Mitandao ya kijamii' },
  networks: { facebook: 'Facebook', twitter: 'Twitter', instagram: 'Instagram', linkedin: 'LinkedIn' },
  own: 'Huu ni ukurasa wako',
  ownHint: 'Wengine huona tu yale wanayoruhusiwa kuona. Unaweza kuzima ukurasa huu kwenye wasifu wako.',
  edit: 'Hariri wasifu',
  empty: 'Bado hujashiriki chochote',
  emptyHint: 'Wengine watapata ukurasa wako hapa ukishashiriki.',
  personAbout: (name) => `Yale ambayo ${name} amerekodi, ameandika na ametengeneza.`,
}
