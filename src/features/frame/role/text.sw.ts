import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  toDashboard: 'Nenda kwenye dashibodi',
  secondFactorFirst: 'Kama una jukumu hili, weka uthibitishaji wa hatua mbili ili ulitumie.',
  notAdmin: 'Ukurasa huu ni wa wasimamizi',
  notAdminHint: 'Kama unahitaji kuingia hapa, mwombe msimamizi wa tovuti hii.',
  secondFactorSetUp: 'Weka sasa',
  desk: {
    name: 'Meza ya watunzaji',
    notKeeper: 'Ukurasa huu ni wa watunzaji',
    queue: 'Ya kuthibitisha',
    suggestions: 'Mapendekezo',
    voices: 'Sauti',
    introductions: 'Utangulizi',
    languages: 'Lugha',
    letters: 'Alfabeti',
    groups: 'Vikundi',
    import: 'Uingizaji',
    consents: 'Idhini',
    messages: 'Ujumbe',
  },
}
