import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a group. */
export const refusals = catalogue('group/refusals', {
  nameTaken: 'There is a group of this name already. Please choose another name.',
  inUse: 'Entries are limited to this group. Please change who may see them first.',
  noMember: 'This is no member who could be added.',
  notSelf: 'You can’t add yourself to a group that entries are limited to. Please ask another keeper.',
})
