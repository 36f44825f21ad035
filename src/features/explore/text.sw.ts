import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

const number = (count: number) => count.toLocaleString('sw-KE')

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Gundua',
  description: 'Makala, rekodi, picha, maneno na matukio ya Wamarakwet, kwa mada, mahali, mtu na mwaka.',
  from: ({ total, more, people }) => {
    const all = `${more ? 'Zaidi ya maingizo' : total === 1 ? 'Ingizo' : 'Maingizo'} ${number(total)}`
    return people === 0 ? all : `${all}, ${people === 1 ? 'mchangiaji' : 'wachangiaji'} ${number(people)}`
  },
  search: 'Tafuta kila mahali',
  searchIn: (kind) => `Tafuta katika ${kind.toLowerCase()}`,
  kinds: 'Aina',
  parts: 'Sehemu za hifadhi',
  everything: 'Yote',
  people: 'Watu',
  count: (count, more) => `${number(count)}${more ? '+' : ''}`,
  found: (q) => `Matokeo ya “${q}”`,
  sorts: {
    newest: 'Mapya kwanza',
    oldest: 'Ya zamani kwanza',
    upcoming: 'Yanayokuja',
    past: 'Matukio yaliyopita',
  },
  allPast: 'Matukio yote yaliyopita',
  noneUpcoming: 'Hapa hakuna matukio yajayo.',
  filter: 'Chuja',
  facets: { topic: 'Mada', place: 'Mahali', person: 'Mtu', dialect: 'Lahaja', year: 'Mwaka' },
  more: {
    topic: 'Mada zaidi',
    place: 'Mahali zaidi',
    person: 'Watu zaidi',
    dialect: 'Lahaja zaidi',
    year: 'Miaka zaidi',
  },
  chosen: 'Vichujio ulivyochagua',
  remove: 'Ondoa kichujio',
  someone: 'Mtu aliyechaguliwa',
  clear: 'Ondoa vyote',
  none: 'Hakuna kinacholingana na vichujio hivi',
  noMatch: (q) => `Hakuna kinacholingana na “${q}”`,
  noneHelp: 'Jaribu vichujio vichache zaidi au maneno mengine.',
  showAll: 'Onyesha yote',
  nothing: {
    title: 'Bado hakuna kitu hapa',
    help: 'Ongeza cha kwanza: picha, rekodi, au jambo unalojua.',
    act: 'Ongeza',
  },
  empty: {
    article: {
      title: 'Bado hakuna makala',
      help: 'Andika ya kwanza: kuhusu mahali, mtu au jambo lililotokea.',
      act: 'Andika makala',
    },
    audio: {
      title: 'Bado hakuna rekodi',
      help: 'Kuwa sauti ya kwanza: rekodi wimbo, hadithi au mazungumzo.',
      act: 'Ongeza rekodi',
    },
    image: {
      title: 'Bado hakuna picha',
      help: 'Kuwa wa kwanza kushiriki moja, na useme inaonyesha nani na nini.',
      act: 'Ongeza picha',
    },
    video: {
      title: 'Bado hakuna video',
      help: 'Kuwa wa kwanza kushiriki moja, na useme inaonyesha nani na nini.',
      act: 'Ongeza video',
    },
    event: {
      title: 'Bado hakuna matukio',
      help: 'Tangaza la kwanza, ili watu wakutane.',
      act: 'Ongeza tukio',
    },
  },
}
