import { catalogue } from '#text/language.ts'

/** Messages beside a refused field, in forms and in the API's answers. */
export const sentences = catalogue('core/sentences', {
  needed: 'This field is required.',
  tooShort: (min: number) => `Enter at least ${min} characters.`,
  tooLong: (max: number) => `Use at most ${max} characters.`,
  tooMany: (max: number) => `Add at most ${max} items.`,
  choose: (options: string) => `Choose one of these: ${options}.`,
  number: 'Enter a number.',
  wholeNumber: 'Enter a whole number.',
  atLeast: (min: number) => `Enter ${min} or more.`,
  atMost: (max: number) => `Enter ${max} or less.`,
  unusable: 'This has a form that the site can’t use.',
  hidden: 'Remove the hidden characters.',
  emptyFile: 'The file is empty.',
  email: 'Enter a full email address, with an @.',
  emailDots: 'Check the dots in this address: there is one too many.',
  lookalikes: 'Enter this address without hidden characters or letters from other alphabets.',
  phone: 'Enter a phone number.',
  https: 'Enter an address that begins with https://.',
  colour: 'Choose a colour.',
  date: 'Enter a date.',
  transcript: 'Enter a transcript or a translation.',
  nameWithLink: 'Enter a name without a web address, < or >.',
  oneLine: 'Enter this on one line.',
  richTextTooLong: (thousand: number) => `This text is too long. Keep it under ${thousand},000 characters.`,
  tooManyTags: 'This text has too much formatting. Remove some of it and try again.',
})
