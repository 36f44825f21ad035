import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a link. */
export const refusals = catalogue('archive/refusals', {
  self: 'An entry can’t be linked to itself. Please choose another.',
  linked: 'These two are linked like this already.',
  notYours: 'Only keepers link what is in the archive, and authors what is their own.',
  nothing: 'There is no such entry. Please choose another.',
})
