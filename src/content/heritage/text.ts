import { catalogue } from '#text/language.ts'

/** Text for heritage entries. */
export const text = catalogue('heritage', {
  pages: {
    communication: 'Communication',
    practice: 'Practices',
    story: 'Stories',
    'social-structure': 'Social Structure',
    ceremony: 'Ceremonies',
    ritual: 'Rituals',
    custom: 'Customs',
  },
  toldBy: (name: string) => `Told by ${name}`,
  listen: 'Pictures and recordings',
  known: 'Details',
  facts: { narrator: 'Told by', place: 'Place', addedBy: 'Added by' },
  change: 'Edit',
  form: {
    section: 'Section',
    title: 'Title',
    summary: 'Summary',
    summaryHint: 'Shown in the list.',
    cover: 'Picture',
    body: 'Full text',
    bodyHint: 'Saved on this device while you write.',
    media: 'Pictures, recordings and videos',
    narrator: 'Narrator',
    narratorHint: 'The name of the person who tells it, as they want it written.',
    place: 'Place',
    publish: 'Publish',
    save: 'Save changes',
    posted: 'Entry published.',
    saved: 'Changes saved.',
    check: 'Please check your input',
    failed: 'Couldn’t save the entry. What you wrote is still here.',
  },
})
