import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

const number = (count: number) => count.toLocaleString('sw-KE')

/** Returns "of" and "which are being" in the forms that agree with a section's name. */
function agreeing(section: string): [string, string] {
  if (section.startsWith('Ma')) return ['ya', 'yanayo']
  if (section.startsWith('Vi')) return ['vya', 'vinavyo']
  return /^(Ms|Mu|U)/.test(section) ? ['wa', 'unao'] : ['za', 'zinazo']
}

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  home: {
    title: 'Kwa maneno yetu.',
    description: 'Lugha, hadithi na mila za Wamarakwet wa bonde la Kerio, zikitunzwa na jamii yenyewe.',
    lead: 'Lugha, hadithi na mila za Wamarakwet wa bonde la Kerio. Tafuta neno, sikiliza, au ongeza unachojua.',
    askedFor: 'Ingia ili ufungue ukurasa ulioomba.',
    searchLabel: 'Tafuta kila mahali',
    searchHint: 'Neno, hadithi, jina',
    wordOfTheDay: 'Neno la siku',
    seeMore: 'Tazama zaidi',
    seeMoreAbout: 'kuhusu neno hili',
    allWords: 'Maneno yote',
    listen: 'Sikiliza',
    newestRecording: 'Sauti mpya zaidi',
    allRecordings: 'Rekodi zote',
    waitForVoice: 'Maneno haya bado hayana rekodi',
    noVoice: 'Ukiongea lugha hii, kuwa wa kwanza kurekodi.',
    sayIt: 'Lirekodi',
    recordSome: 'Rekodi maneno machache',
    sayItForUs: 'Rekodi neno hili',
    newest: 'Mapya katika hifadhi',
    showMore: 'Onyesha zaidi',
    begin: 'Njia tatu za kuanza',
    ways: {
      word: {
        title: 'Rekodi maneno machache',
        hint: 'Inachukua dakika tano, na unaweza kuacha wakati wowote.',
        act: 'Anza kurekodi',
      },
      picture: {
        title: 'Shiriki picha',
        hint: 'Tuambie nani yumo na ilipigwa wapi, na uchague nani anaweza kuiona.',
        act: 'Ongeza picha',
      },
      story: {
        title: 'Simulia hadithi',
        hint: 'Iandike, au irekodi na mtu mwingine aiandike.',
        act: 'Simulia hadithi',
      },
    },
    people: 'Wanaoshiriki',
    allPeople: 'Wote',
    together: 'Matukio yajayo',
    allEvents: 'Matukio yote',
    today: 'Leo',
    walk: 'Tembelea hifadhi',
    addFirst: 'Ongeza ingizo la kwanza',
    words: (count) => (count === 1 ? 'neno 1' : `maneno ${number(count)}`),
    entries: (count) => (count === 1 ? 'ingizo 1' : `maingizo ${number(count)}`),
    open: 'Fungua sehemu',
  },
  sectionAbout(section) {
    const [of, that] = agreeing(section)
    return `${section} ${of} Wamarakwet wa bonde la Kerio, ${that}tunzwa na jamii yenyewe.`
  },
  search: {
    label: (section) => `Tafuta katika ${section}`,
    none: 'Hakuna kilichopatikana',
    noneHint: 'Jaribu maneno machache zaidi, au andika mwanzo wa neno tu.',
    all: 'Onyesha maingizo yote',
    add: 'Ongeza ingizo',
  },
  empty: {
    title: 'Bado hakuna maingizo',
    body: 'Kuwa wa kwanza kuongeza: mweleze mtunzaji, andika, au ongeza picha. Tumia maneno yako mwenyewe.',
    tell: 'Waambie watunzaji',
    write: 'Andika ingizo',
    picture: 'Ongeza picha',
    before: 'Kabla hujashiriki',
    rules: [
      ['Wewe unachagua nani aone', 'Kila mtu, au wanachama tu. Unaweza kubadilisha baadaye.'],
      ['Waulize wanaohusika', 'Shiriki majina, nyuso na sauti za watu kama tu watu hao wamekubali.'],
      [
        'Huna uhakika kama unaweza kukishiriki?',
        'Watumie watunzaji kwanza. Watakiangalia kabla ya mtu mwingine yeyote kukiona.',
      ],
    ],
    meanwhile: 'Tayari katika hifadhi:',
    wordsOfTheLanguage: (count) => (count === 1 ? 'neno 1' : `maneno ${number(count)}`),
  },
  about: {
    title: 'Kutuhusu',
    lead: 'Hapa Wamarakwet wanahifadhi lugha, hadithi na mila zao, na kushiriki wanayochagua.',
    keepTitle: 'Wanaoendesha tovuti hii',
    keep: [
      'Wanachama huandika, hurekodi na hupiga picha wanachojua. Watunzaji hutoka katika jamii na huamua kinachoweza kuonyeshwa, na kwa nani. Waangalizi huficha kisichopaswa kuwa hapa, na husema kwa nini.',
      'Hakuna kilichobuniwa hapa. Sehemu hubaki tupu hadi mtu anayejua aongeze ingizo la kwanza.',
    ],
    seeTitle: 'Nani anaweza kuona nini',
    see: [
      ['Kila mtu', 'Mtu yeyote kwenye mtandao, bila akaunti.'],
      ['Wanachama', 'Wale tu walio na akaunti hapa na walioingia.'],
      ['Watunzaji', 'Watunzaji wa jamii tu.'],
    ],
    seeMore:
      'Unapochapisha kitu, unachagua nani anaweza kukiona, na unaweza kubadilisha baadaye. Hakuna mtu mwingine anayeweza kukipata kwenye orodha au utafutaji, au kufungua faili zake.',
    sourcesTitle: 'Maneno ya kwanza yametoka wapi',
    sources:
      'Tovuti hii ilianza na orodha ya maneno kutoka utafiti uliochapishwa: fonolojia ya Endo ya Joost Zwarts. Tuliichukua kutoka ASJP Database na Numeral Systems of the World’s Languages, vyote chini ya CC BY 4.0. Hakuna mzungumzaji aliyeyakagua bado, kwa hiyo kila neno limewekwa alama “Kutoka utafiti uliochapishwa, bado halijathibitishwa na mzungumzaji”.',
  },
  privacy: {
    title: 'Faragha',
    lead: 'Tunachohifadhi kukuhusu, kwa nini, na kwa muda gani.',
    parts: [
      [
        'Tunachohifadhi',
        'Tunahifadhi jina lako, barua pepe yako na unachochapisha. Tunahifadhi nenosiri lako kwa namna ambayo hakuna anayeweza kulisoma. Kwa kila kuingia tunahifadhi saa, aina ya kifaa na anwani ya IP, ili uweze kuhakikisha kwamba ulikuwa wewe.',
      ],
      [
        'Oda zako',
        'Muuzaji peke yake huona oda yako, pamoja na jina, anwani na nambari yako ya simu. Wasimamizi, watunzaji na wanachama wengine hawaioni. Ukifuta akaunti yako, tunaondoa anwani na nambari yako ya simu kwenye oda zote zilizokamilika.',
      ],
      [
        'Ujumbe kwa watunzaji',
        'Ni watunzaji tu wanaosoma unachotuma kwenye ukurasa wa mawasiliano. Tunakifuta baada ya siku 180. Kama tovuti ina barua pepe ya mawasiliano, ujumbe wako hutumwa huko badala yake.',
      ],
      [
        'Tusichofanya',
        'Hatukufuatilii, na hatuuzi chochote kukuhusu. Tunahesabu kila ukurasa ulifunguliwa mara ngapi kwa siku, bila vidakuzi na bila kuhifadhi aliyeufungua. Kurasa hizi hazipakii skripti, picha wala fonti za kampuni nyingine.',
      ],
      [
        'Kinachobaki kwenye simu yako',
        'Simu yako huhifadhi kuingia kwako, mipangilio yako, ulichoanza kuandika, na nakala za kurasa ulizofungua. Ukitoka, kuingia kwako na nakala za kurasa zisizo za umma huondolewa.',
      ],
      [
        'Arifa za papo hapo',
        'Unazipata tu ukiziwasha. Kampuni iliyotengeneza kivinjari chako huzipeleka lakini haiwezi kuzisoma. Skrini iliyofungwa huonyesha tu yaliyo ya umma.',
      ],
      [
        'Vidakuzi',
        'Kidakuzi kimoja, kwa wanachama tu, hukuwezesha kuona picha na kurasa za wanachama. Kinasema wewe ni nani na si zaidi. Cha pili, kwenye vifaa ulivyoingilia, hutuwezesha kukuambia mtu akiingia kwa kifaa kingine. Cha tatu hukumbuka lugha uliyochagua.',
      ],
      [
        'Tunakitunza kwa muda gani',
        'Unachochapisha kinabaki hadi ukifute. Faili unazopakia bila kuzichapisha zinafutwa baada ya saa 24.',
      ],
    ],
  },
}
