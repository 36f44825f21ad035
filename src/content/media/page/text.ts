import { catalogue } from '#text/language.ts'

/** Text about transcripts. It loads with them, because feeds and lists don’t need it. */
export const text = catalogue('transcripts', {
  title: 'Transcripts',
  loading: 'Loading transcripts',
  failed: 'Couldn’t load the transcripts. Try again.',
  none: 'No transcripts yet.',
  noOthers: 'No transcripts by other members yet.',
  by: (name: string) => `Added by ${name}`,
  former: 'a former member',
  add: 'Add a transcript or translation',
  language: 'Language of the transcript',
  text: 'Transcript: what is said, word for word',
  translation: 'Translation',
  submit: 'Add transcript',
  added: 'Transcript added. Thank you.',
  notAdded: 'Couldn’t add the transcript. Your text is still here.',
  remove: 'Delete transcript',
  removeBody: 'This can’t be undone.',
  removed: 'Transcript deleted.',
})
