import { catalogue } from './language.ts'

/** What is said beside a field that was refused, in forms and in the API's answers alike. */
export const sentences = catalogue('core/sentences', {
  needed: 'This is needed.',
  tooShort: (min: number) => `Please write at least ${min} characters.`,
  tooLong: (max: number) => `Please keep this to ${max} characters.`,
  tooMany: (max: number) => `Please keep this to ${max} items.`,
  hidden: 'Please remove the hidden characters.',
  emptyFile: 'The file is empty.',
  email: 'Please write the whole address, with an @.',
  lookalikes: 'Please write this address without letters of other alphabets among its own.',
  phone: 'Please write a telephone number.',
  https: 'Please write an address that begins with https://.',
  date: 'Please write a date.',
  transcript: 'Please write down what is said, or translate it.',
  oneLine: 'Please write this on one line.',
})
