import { catalogue } from '#core/language.ts'

/** Every text of the page on which keepers set the letters. */
export const text = catalogue('letters', {
  title: 'Letters',
  lead: 'The dictionary stands in this order: its bar of letters, its lists, and what is printed.',
  loading: 'Loading',
  failed: 'The letters could not be loaded.',
  list: 'The letters in their order',
  hint: 'One on each line. Two or three signs can be one letter. After it, with a space between, its other spellings. Marks, such as those of tone, count only where a letter of this list is written with them.',
  preview: 'How they will look',
  previewNote: 'Visitors see those that a word begins with.',
  missing: (starts: string) =>
    `Words also begin with ${starts}, which the list does not have. They stand at the end, under no letter.`,
  now: 'The letters as they are now:',
  save: 'Save the letters',
  saved: 'Saved. The dictionary stands in this order now.',
  notSaved: 'The letters were not saved. What you wrote is still here.',
  page: 'See the dictionary',
})
