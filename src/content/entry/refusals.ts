import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of an entry of any type. */
export const refusals = catalogue('entry/refusals', {
  foreignKey: 'This key is not from this list.',
  notYours: 'This is not your entry.',
  hidden: 'A moderator has hidden this entry. Write to them to have it shown again.',
  sayWhy: 'Please say why.',
})
