import { catalogue } from '#text/language.ts'

/** Refusals of the server about links. */
export const refusals = catalogue('archive/refusals', {
  self: 'An entry can’t be linked to itself. Choose another one.',
  linked: 'These two entries are already linked.',
  notYours: 'You can’t link this entry. Only its author and, in the archive, keepers can.',
  nothing: 'Entry not found. Choose another one.',
})
