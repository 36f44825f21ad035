import { catalogue } from '#text/language.ts'

/** The names of the parts of the archive and of their pages. */
export const text = catalogue('section', {
  nav: {
    explore: 'Explore',
    language: 'Language',
    culture: 'Culture',
    social: 'Social Structure',
    traditions: 'Traditions',
    shop: 'Shop',
  },
  sections: {
    vocabulary: 'Vocabulary',
    proverbs: 'Proverbs',
    poems: 'Poems',
    communication: 'Communication',
    practices: 'Practices',
    artifacts: 'Artifacts',
    stories: 'Stories',
    conservation: 'Conservation',
    'social-structure': 'Social Structure',
    ceremonies: 'Ceremonies',
    rituals: 'Rituals',
    customs: 'Customs',
  },
})
