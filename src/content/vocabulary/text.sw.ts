import type { Words } from '#text/language.ts'
import type { Overview } from './schema.ts'
import type { text as english } from './text.ts'

const number = (count: number) => count.toLocaleString('sw-KE')
const list = (items: string[]) => new Intl.ListFormat('sw-KE', { type: 'conjunction' }).format(items)

const partsOfSpeech: Record<string, string> = {
  noun: 'Nomino',
  verb: 'Kitenzi',
  adjective: 'Kivumishi',
  adverb: 'Kielezi',
  numeral: 'Nambari',
  pronoun: 'Kiwakilishi',
  phrase: 'Kifungu cha maneno',
}

function count({ total, more, sources }: Overview): string {
  if (total === 0) return 'Hakuna maneno bado.'
  const words = total === 1 && !more ? 'Neno 1' : `Maneno ${more ? 'zaidi ya ' : ''}${number(total)}`
  const published = sources.reduce((sum, { words }) => sum + words, 0)
  if (published === 0) return `${words} hadi sasa.`
  const studies =
    sources.length === 1 ? 'utafiti mmoja uliochapishwa' : `tafiti ${number(sources.length)} zilizochapishwa`
  const dialects = [...new Set(sources.flatMap(({ dialects }) => dialects))]
  const of = dialects.length ? ` za ${list(dialects)}` : ''
  if (published === total && !more) return `${words} hadi sasa, kutoka ${studies}${of}.`
  return `${words} hadi sasa, ${number(published)} kati yake kutoka ${studies}${of}.`
}

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Msamiati',
  description: 'Maneno ya lugha ya Kimarakwet pamoja na maana yake kwa Kiingereza, matamshi na chanzo chake.',
  count,
  voices: ({ voiced, total, more }) =>
    `Maneno ${number(voiced)} kati ya ${more ? 'zaidi ya ' : ''}${number(total)} yana sauti`,
  lendVoice: 'Toa yako',
  searchLabel: 'Tafuta neno',
  placeholder: 'Kimarakwet, Kiingereza au Kiswahili',
  hint: 'Alama za toni na makosa madogo ya tahajia si tatizo.',
  letters: 'Herufi ya kwanza',
  all: 'Yote',
  allWords: 'Maneno yote',
  withLetter: 'Maneno yanayoanza na',
  found: (q) => `Maneno yanayofanana na “${q}”`,
  take: 'Pakua kamusi:',
  takeAll: 'Pakua maingizo yote ya umma:',
  print: 'Chapa orodha',
  printed: (count) => (count === 1 ? 'Neno 1' : `Maneno ${number(count)}`),
  printedInParts: 'Orodha hii ni ndefu. Chapa sehemu hii, kisha inayofuata.',
  printNext: 'Sehemu inayofuata',
  sources: 'Vyanzo',
  phonetic: 'Maandishi ya kifonetiki ya wanaisimu, si tahajia ya jamii.',
  noMatch: (q) => `Hakuna neno linalofanana na “${q}”`,
  noMatchHelp: 'Jaribu mwanzo wa neno, au maana yake kwa Kiingereza. Kama halipo, unaweza kuliongeza.',
  noLetter: 'Bado hakuna maneno chini ya herufi hii',
  noLetterHelp: 'Chagua herufi nyingine, au ongeza neno la kwanza.',
  nothing: 'Bado hakuna maneno',
  nothingHelp: 'Ongeza la kwanza: neno na maana yake yanatosha.',
  addWord: 'Ongeza neno',
  allWordsLink: 'Tazama maneno yote',
  takePart: 'Changia',
  missingTitle: 'Je, kuna neno linalokosekana?',
  missingBody: (dialects) => `Liongeze kwa lahaja yako: ${dialects.join(', ')} na nyinginezo zinakaribishwa.`,

  recordThis: 'Rekodi neno hili',
  formColumn: 'Neno',

  view: {
    title: 'Maneno',
    loading: 'Inapakia maneno',
    failed: 'Maneno hayakuweza kupakiwa. Angalia mtandao wako na ujaribu tena.',
    about: (word) => `kuhusu ${word}`,
  },
  saidBy: (name) => `Limesemwa na ${name}`,
  saidByFormer: 'Limesemwa na aliyekuwa mwanachama',

  sounds: 'Matamshi',
  noVoice: 'Hakuna aliyerekodi neno hili bado.',
  meaning: 'Maana yake',
  forms: 'Maneno yenye maana sawa',
  formsNote: 'Hakuna neno kati ya haya lililo sahihi zaidi ya mengine.',
  where: 'Lahaja',
  writtenBy: 'Chanzo cha tahajia hii',
  phonetically: (source) => `${source}, kifonetiki`,
  approximately: (source) => `${source}, takriban, bila toni`,
  numbersBuilt: 'Nambari zilizoundwa kutoka neno hili',
  wordsBuilt: 'Maneno yaliyoundwa kutoka neno hili',
  example: 'Katika sentensi',
  about: 'Kuhusu ingizo hili',
  source: 'Chanzo',
  asWritten: 'Kama chanzo kinavyoliandika',
  licence: 'Leseni',
  contributor: 'Mchangiaji',
  concept: 'Dhana',
  addedBy: 'Limeongezwa na',
  borrowed: 'Asili ya neno',
  loan: 'Limekopwa kutoka lugha nyingine',
  audience: 'Nani anaweza kuliona',
  audiences: { public: 'Kila mtu', members: 'Wanachama', keepers: 'Watunzaji' },
  nextTo: 'Yaliyo karibu nalo',
  seeMore: 'Tazama zaidi',
  aboutThisWord: 'kuhusu neno hili',
  withoutTone: 'Takriban, bila toni.',
  /** The parts of speech of the schema; a member's own is unchanged. */
  partOfSpeech: (part) => partsOfSpeech[part] ?? part,
}
