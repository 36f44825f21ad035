import { catalogue } from '#text/language.ts'

export const refusals = catalogue('group/refusals', {
  nameTaken: 'A group with this name already exists. Choose another name.',
  inUse: 'You can’t delete this group, because entries are limited to it. Change who can see them first.',
  noMember: 'This person can’t be added. Choose another member.',
  unconfirmed:
    'This member hasn’t confirmed their email yet, so it may belong to someone else. Ask them to open the link in our email first.',
  notSelf: 'You can’t add yourself to a group that other people’s entries are limited to. Ask another keeper.',
})
