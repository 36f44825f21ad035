import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  nav: {
    explore: 'Gundua',
    language: 'Lugha',
    culture: 'Utamaduni',
    social: 'Jamii',
    traditions: 'Desturi',
    shop: 'Duka',
  },
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
}
