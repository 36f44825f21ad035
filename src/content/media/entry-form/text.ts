import { catalogue } from '#text/language.ts'

/** Text about drafts in forms. It loads with the forms, because feeds and lists don't need it. */
export const text = catalogue('entry-form', {
  save: 'Save draft',
  saved: 'Draft saved. Find it under My posts. Only you can see it.',
  kept: 'Saved on this device. It will be saved to your account when you’re online.',
  inAccount: 'Draft saved',
  onDevice: 'Saved on this device',
  notSaved: (why: string) => `Not saved in your account. ${why}`,
  changed: 'This draft was changed on another device.',
  changedHint: 'Choose which version to keep. Nothing is saved to your account until you do.',
  takeTheirs: 'Use the other version',
  keepMine: 'Keep this version',
  gone: 'This draft was published or deleted on another device.',
  goneHint: 'What you typed is still here.',
  saveAsNew: 'Save as a new draft',
})
