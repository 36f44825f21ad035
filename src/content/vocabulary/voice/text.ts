import { catalogue } from '#text/language.ts'

/** Text about recording how a word is said. It loads with the recorder, because feeds don’t need it. */
export const text = catalogue('voice', {
  too: 'Record it too',
  link: (word: string) => `Record this word: ${word}`,
  first: 'Be the first voice.',
  record: 'Record how you say it',
  cost: 'about 30 KB',
  yours: 'Pronunciation',
  hint: 'Say just the word, once or twice, the way you say it at home.',
  note: 'Ten seconds take about 30 KB. You can listen before you add it. Your name is shown with it.',
  give: 'Add recording',
  firstVoice: 'Asante. You are the first voice of this word.',
  anotherVoice: 'Asante. Your recording is now with the others.',
  next: 'Next word',
  nothing: 'Record the word first, or choose a file.',
  failed: 'Couldn’t add the recording. It’s still here.',
  unheard: 'Nothing could be heard in this recording, so others don’t see it. Record it again.',
  voices: 'Recordings',
  remove: 'Delete recording',
  loading: 'Loading the word',
  loadFailed: 'Couldn’t load the recordings.',
  wordFailed: 'Couldn’t load this word.',
  silentTitle: 'No recordings here yet',
  silentBody: 'Do you speak Marakwet? Record one word. It takes ten seconds and uses about 30 KB of data.',
  ask: 'Ask someone older',
  one: 'Record a word',
})
