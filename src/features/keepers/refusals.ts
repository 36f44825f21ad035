import { catalogue } from '#text/language.ts'

export const refusals = catalogue('keepers/refusals', {
  decided: 'Someone has already changed or reviewed this entry. Check it again.',
  decidedAll: 'Someone has already changed or reviewed these entries. Check them again.',
  notYours: 'Only the keeper who confirmed this can undo it here.',
  sayWhy: 'Write or record a reason.',
  changed: 'Someone has changed this since you opened it. Check it again; nothing was lost.',
  picture: 'An introduction can’t have pictures. Remove the picture.',
})
