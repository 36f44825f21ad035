import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

const number = (count: number) => count.toLocaleString('sw-KE')

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  tagline: 'Maneno na mila za bonde la Kerio, yakitunzwa na jamii yenyewe.',
  nav: {
    home: 'Mwanzo',
    language: 'Lugha',
    culture: 'Utamaduni',
    social: 'Muundo wa jamii',
    traditions: 'Mila na desturi',
    shop: 'Duka',
  },
  searchAll: 'Tafuta kila mahali',
  login: 'Ingia',
  join: 'Jiunge',
  dashboard: 'Dashibodi',
  footer: {
    about: 'Kutuhusu',
    aboutLink: 'Wanaotunza mahali hapa',
    seeLink: 'Nani anaweza kuona nini',
    contact: 'Mawasiliano',
    contactLink: 'Waandikie watunzaji',
    privacyLink: 'Data yako na wewe',
    follow: 'Tufuate',
    noFollow: 'Bado hatuko kwenye tovuti nyingine.',
    language: 'Lugha ya tovuti',
    languages: { en: 'English', sw: 'Kiswahili (rasimu)' },
    languagePreference: 'Lugha: kwenye mipangilio yako',
  },
  home: {
    title: 'Kwa maneno yetu.',
    description: 'Lugha, hadithi na mila za Wamarakwet wa bonde la Kerio, zikitunzwa na jamii yenyewe.',
    lead: 'Na kwa sauti zetu wenyewe: lugha, hadithi na mila za Wamarakwet wa bonde la Kerio. Tafuta jambo, au ongeza unachojua.',
    searchLabel: 'Neno la Kimarakwet au Kiingereza',
    search: 'Tafuta',
    wordOfTheDay: 'Neno la siku',
    seeMore: 'Tazama zaidi',
    seeMoreAbout: 'kuhusu neno hili',
    allWords: 'Maneno yote',
    listen: 'Sikiliza',
    newestRecording: 'Sauti mpya zaidi',
    noVoice: 'Hakuna aliyezungumza hapa bado. Sauti ya kwanza itasimama mahali hapa.',
    newest: 'Mapya katika hifadhi',
    showMore: 'Onyesha zaidi',
    nothingNew: 'Hakuna kilichochapishwa bado.',
    article: 'Makala',
    word: 'Neno',
    together: 'Kukutana pamoja',
    noEvents: 'Hakuna mkutano uliotangazwa bado.',
    walk: 'Tembea ndani ya hifadhi',
    waiting: 'Inasubiri ingizo lake la kwanza',
    words: (count) => (count === 1 ? 'neno 1' : `maneno ${number(count)}`),
    entries: (count) => (count === 1 ? 'ingizo 1' : `maingizo ${number(count)}`),
    open: 'Fungua sehemu hii',
  },
  sectionAbout: (section) => `${section} ya Wamarakwet wa bonde la Kerio, yanayotunzwa na jamii yenyewe.`,
  sections: {
    vocabulary: 'Msamiati',
    proverbs: 'Methali',
    poems: 'Mashairi',
    communication: 'Mawasiliano',
    practices: 'Shughuli za jadi',
    artifacts: 'Vifaa vya jadi',
    stories: 'Hadithi',
    conservation: 'Uhifadhi',
    'social-structure': 'Muundo wa jamii',
    ceremonies: 'Sherehe',
    rituals: 'Ibada za jadi',
    customs: 'Mila',
  },
  search: {
    label: (section) => `Tafuta katika ${section}`,
    submit: 'Tafuta',
    none: 'Hakuna kilichopatikana',
    noneHint: 'Jaribu maneno machache, au mwanzo wa neno tu.',
    all: 'Onyesha vyote vya hapa',
    add: 'Ongeza ingizo',
  },
  empty: {
    title: 'Mahali hapa panakusubiri.',
    body: 'Hakuna kilichoandikwa hapa bado, na hakuna mtu wa nje ya jamii atakayekuandikia. Isimulie, ipige picha, au iandike: tunatunza maneno yako kama unavyoyasema.',
    tell: 'Isimulie',
    write: 'Liandike',
    picture: 'Ongeza picha',
    before: 'Kabla hujashiriki',
    rules: [
      ['Wewe unaamua nani aone', 'Kila mtu, au wanachama tu. Unaweza kubadilisha baadaye.'],
      ['Waulize wanaohusika', 'Majina, nyuso na sauti huwekwa kwa idhini yao tu.'],
      [
        'Huna uhakika kinachoweza kuonyeshwa?',
        'Wape watunzaji kwanza. Watakiangalia pamoja nawe kabla ya mtu mwingine yeyote.',
      ],
    ],
    meanwhile: 'Kwa sasa, katika hifadhi:',
    wordsOfTheLanguage: (count) => `maneno ${number(count)} ya lugha`,
  },
  offline: {
    title: 'Hakuna mtandao',
    lead: 'Ukurasa huu haupo kwenye kifaa hiki, na tovuti haifikiki kwa sasa. Ulichoandika hakijapotea.',
    listed: 'Kurasa zilizohifadhiwa kwenye kifaa hiki',
    retry: 'Jaribu tena',
  },
  about: {
    title: 'Kutuhusu',
    lead: 'Mahali ambapo Wamarakwet wanatunza lugha, hadithi na mila zao wenyewe, na kushiriki wanayochagua kushiriki.',
    keepTitle: 'Wanaotunza mahali hapa',
    keep: [
      'Wanachama huandika, hurekodi na hupiga picha wanachojua. Watunzaji, waliochaguliwa kutoka kwa jamii, wanawajibika kwa kinachoweza kuonyeshwa na kwa nani. Waangalizi huficha kisichopaswa kuwa hapa, na husema kwa nini.',
      'Hakuna kilichobuniwa hapa. Sehemu isiyo na maingizo husema hivyo, na humsubiri anayejua.',
    ],
    seeTitle: 'Nani anaweza kuona nini',
    see: [
      ['Kila mtu', 'Mtu yeyote kwenye mtandao, bila akaunti.'],
      ['Wanachama', 'Wale tu walio na akaunti hapa na walioingia.'],
      ['Watunzaji', 'Watunzaji wa jamii tu.'],
    ],
    seeMore:
      'Anayechapisha ndiye anayechagua, na anaweza kubadilisha baadaye. Usichoweza kuona hakionyeshwi kwako kabisa: si kwenye orodha, si kwenye utafutaji, wala faili zake.',
    sourcesTitle: 'Maneno ya kwanza yametoka wapi',
    sources:
      'Orodha ya maneno ambayo tovuti hii inaanza nayo imetoka kwenye utafiti uliochapishwa: fonolojia ya Endo ya Joost Zwarts, kupitia ASJP Database na Numeral Systems of the World’s Languages, vyote chini ya CC BY 4.0. Hakuna mzungumzaji aliyeyakagua bado, kwa hiyo kila neno limewekwa alama “Kutoka utafiti uliochapishwa, bado halijathibitishwa na mzungumzaji”.',
  },
  contact: {
    title: 'Mawasiliano',
    lead: 'Waandikie watunzaji: swali, sahihisho, au jambo lisilopaswa kuonyeshwa.',
    write: 'Waandikie watunzaji',
    none: 'Watunzaji bado hawajatoa anwani. Tafadhali zungumza na mtunzaji unayemjua.',
    reportTitle: 'Kuna kisichopaswa kuwa hapa?',
    report:
      'Tuambie anwani yake kwenye tovuti hii na kwa nini. Ikiwa unaonekana kwenye picha au unasikika kwenye sauti na hukukubali, sema hivyo: kinaondolewa kwanza, kisha tunazungumza.',
  },
  privacy: {
    title: 'Data yako na wewe',
    lead: 'Tunachohifadhi, kwa nini, na kwa muda gani.',
    parts: [
      [
        'Tunachohifadhi',
        'Jina lako, barua pepe yako, nenosiri lako katika namna ambayo hakuna anayeweza kulisoma, na unachochapisha. Kwa kila kuingia: saa, aina ya kifaa na anwani ya mtandao, ili uone kwamba ulikuwa wewe.',
      ],
      [
        'Unachoagiza',
        'Muuzaji peke yake huona oda yako, pamoja na jina, anwani na simu yako: hakuna msimamizi, mtunzaji wala mwanachama mwingine anayeiona. Ukifuta akaunti yako, anwani na simu huondolewa kwenye kila oda iliyokamilika.',
      ],
      [
        'Tusichofanya',
        'Hatukufuatilii wala hatuuzi lolote kukuhusu. Idadi ya mara ambazo kila ukurasa ulifunguliwa hujumlishwa kwa siku, bila kidakuzi, anwani au chochote kuhusu aliyeufungua. Kurasa hizi hazipakii skripti, picha wala fonti za kampuni nyingine.',
      ],
      [
        'Kinachobaki kwenye simu yako',
        'Tokeni ya kuingia, chaguo lako la mwanga au giza, na ulichoanza kuandika. Ukitoka, tokeni inaondolewa.',
      ],
      [
        'Arifa za papo hapo',
        'Ni pale tu unapoziwasha. Mtengenezaji wa kivinjari chako huzipeleka na hawezi kuzisoma. Skrini ikiwa imefungwa hutaja tu kile ambacho kila mtu anaruhusiwa kukiona.',
      ],
      [
        'Vidakuzi',
        'Kimoja kwa wanachama tu, ili waonyeshwe picha na kurasa za wanachama: kinasema wewe ni nani na si zaidi. Na kingine, ukichagua tu, kinachokumbuka Kiswahili.',
      ],
      [
        'Kwa muda gani',
        'Unachochapisha kinabaki hadi ukifute. Faili iliyopakiwa lakini haikuchapishwa huondoka baada ya saa 24.',
      ],
    ],
  },
  error: {
    notFound: {
      title: 'Hakuna kitu kwenye anwani hii.',
      lead: 'Huenda kimehamishwa au kimefutwa, au huenda si cha kila mtu.',
    },
    away: { title: 'Tovuti haiwezi kujibu kwa sasa.', lead: 'Tafadhali jaribu tena baada ya muda mfupi.' },
    broken: {
      title: 'Kuna hitilafu upande wetu.',
      lead: 'Tafadhali jaribu tena baada ya muda mfupi. Hakuna ulichoandika kilichotumwa mara mbili.',
    },
    tell: (requestId) => `Ikiendelea, waambie wanaoendesha tovuti: ${requestId}`,
    home: 'Nenda kwenye ukurasa wa kwanza',
    lookUp: 'Tafuta neno',
  },
}
