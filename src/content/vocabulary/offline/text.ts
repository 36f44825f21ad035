import { catalogue } from '#text/language.ts'

/** Text about saving the dictionary and pages on this device. */
export const text = catalogue('keep', {
  title: 'On this device',
  offer: (words: string, size: string) =>
    `Save the dictionary on this device to search it without signal. Words: ${words}. About ${size} to download.`,
  saved: (words: string, when: string) =>
    `Words on this device: ${words} (as of ${when}). You can search them without signal.`,
  busy: (done: string, of: string) => `Downloading: ${done} of ${of}.`,
  failed: 'Couldn’t download the whole dictionary. Try again to download the rest.',
  full: 'This device is full. Free some space and try again.',
  none: 'The dictionary isn’t saved on this device. Check your connection and try again.',
  save: 'Save dictionary',
  update: 'Update dictionary',
  remove: 'Remove dictionary',
  pages: (count: number) =>
    `${count} ${count === 1 ? 'page is' : 'pages are'} saved on this device for reading without signal.`,
  removeAll: 'Remove everything from this device',
  removed: 'Nothing is saved on this device any more.',
})
