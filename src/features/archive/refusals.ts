import { catalogue } from '#text/language.ts'

export const refusals = catalogue('archive/refusals', {
  self: 'An entry can’t be linked to itself. Choose another one.',
  linked: 'These two entries are already linked.',
  notYours: 'You can’t link this entry. Only its author can, or a keeper if it’s in the archive.',
  nothing: 'Entry not found. Choose another one.',
})
