import { catalogue } from '#text/language.ts'

export const text = catalogue('home/page', {
  home: {
    title: 'In our own words.',
    description:
      'The language, stories and customs of the Marakwet of the Kerio valley, preserved by the community itself.',
    lead: 'The language, stories and customs of the Marakwet of the Kerio valley. Look up a word, listen, or add what you know.',
    askedFor: 'Log in to open the page you wanted.',
    searchLabel: 'Search everything',
    searchHint: 'A word, a story, a name',
    wordOfTheDay: 'Word of the day',
    seeMore: 'See more',
    seeMoreAbout: 'about this word',
    allWords: 'All words',
    listen: 'Listen',
    newestRecording: 'Newest recording',
    allRecordings: 'All recordings',
    waitForVoice: 'These words have no recordings yet',
    noVoice: 'If you speak the language, make the first recording.',
    sayIt: 'Record it',
    recordSome: 'Record some words',
    sayItForUs: 'Record this word',
    newest: 'New in the archive',
    showMore: 'Show more',
    begin: 'Three ways to begin',
    ways: {
      word: {
        title: 'Record some words',
        hint: 'It takes five minutes, and you can stop at any time.',
        act: 'Start recording',
      },
      picture: {
        title: 'Share a photo',
        hint: 'Tell us who is in it and where it was taken, and choose who can see it.',
        act: 'Add a picture',
      },
      story: {
        title: 'Tell a story',
        hint: 'Write it down, or record it so that someone else can write it down.',
        act: 'Tell a story',
      },
    },
    people: 'Contributors',
    allPeople: 'All contributors',
    together: 'Upcoming events',
    allEvents: 'All events',
    today: 'Today',
    walk: 'Explore the archive',
    addFirst: 'Add the first entry',
    words: (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`),
    entries: (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`),
    open: 'Open section',
  },
  sectionAbout: (section: string) =>
    `${section} of the Marakwet of the Kerio valley, preserved by the community itself.`,
  search: {
    label: (section: string) => `Search in ${section}`,
    none: 'Nothing found',
    noneHint: 'Try fewer words, or type only the beginning of a word.',
    all: 'Show all entries',
    add: 'Add an entry',
  },
  empty: {
    title: 'No entries yet',
    body: 'Be the first to add one: tell a keeper, write it down, or add a picture. Use your own words.',
    tell: 'Tell the keepers',
    write: 'Write an entry',
    picture: 'Add a picture',
    before: 'Before you share',
    rules: [
      ['You choose who can see it', 'Everyone, or only members. You can change it later.'],
      ['Ask the people involved', 'Share names, faces and voices only if those people agree.'],
      ['Not sure if you can share it?', 'Send it to the keepers first. They’ll look at it before anyone else sees it.'],
    ],
    meanwhile: 'Already in the archive:',
    wordsOfTheLanguage: (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString('en')} words`),
  },
  about: {
    title: 'About Us',
    lead: 'Here the Marakwet preserve their language, stories and customs, and share what they choose.',
    keepTitle: 'Who runs this site',
    keep: [
      'Members write, record and photograph what they know. Keepers come from the community and decide what can be shown, and to whom. Moderators hide what doesn’t belong here, and say why.',
      'Nothing here is made up. A section stays empty until someone who knows the subject adds the first entry.',
    ],
    seeTitle: 'Who can see what',
    see: [
      ['Everyone', 'Anyone on the internet, without an account.'],
      ['Members', 'Only people who have an account here and are logged in.'],
      ['Keepers', 'Only the keepers of the community.'],
    ],
    seeMore:
      'When you post something, you choose who can see it, and you can change it later. Nobody else can find it in lists or searches, or open its files.',
    sourcesTitle: 'Where the first words come from',
    sources:
      'This site started with a word list from published research: the phonology of Endo by Joost Zwarts. We took it from the ASJP Database and the Numeral Systems of the World’s Languages, both under CC BY 4.0. No speaker has checked it yet, so each word is marked “From published research, not yet confirmed by a speaker”.',
  },
  privacy: {
    title: 'Privacy',
    lead: 'What we store about you, why, and for how long.',
    parts: [
      [
        'What we store',
        'We store your name, your email and what you post. We store your password in a form that nobody can read. Each time you log in, we store the time, the type of device and the IP address. That lets you check that it was you.',
      ],
      [
        'Your orders',
        'Only the seller sees your order, with your name, address and phone number. Admins, keepers and other members don’t. If you delete your account, we remove your address and phone number from all completed orders.',
      ],
      [
        'Messages to the keepers',
        'Only keepers read what you send on the contact page. We delete it after 180 days. If the site has a contact email, your message goes there instead.',
      ],
      [
        'What we don’t do',
        'We don’t track you, and we don’t sell anything about you. We count how often each page is opened each day, without cookies and without storing who opened it. These pages load no scripts, pictures or fonts from other companies.',
      ],
      [
        'What stays on your phone',
        'Your phone stores your login, your settings, what you’ve started writing, and copies of pages you’ve opened. When you log out, your login and the copies of pages that aren’t public are removed.',
      ],
      [
        'Push notifications',
        'You get them only if you turn them on. The company that makes your browser delivers them but can’t read them. A locked screen shows only what’s public.',
      ],
      [
        'Cookies',
        'One cookie, set only for members, lets you see pictures and pages that aren’t public. It says who you are and nothing else. A second one, on devices where you logged in, lets us tell you when someone logs in on another device. A third one remembers the language you chose.',
      ],
      [
        'How long we keep it',
        'What you post stays until you delete it. Files that you upload but don’t post are deleted after 24 hours.',
      ],
    ],
  },
})
