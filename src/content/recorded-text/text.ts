import { catalogue } from '#text/language.ts'

export const text = catalogue('recorded-text', {
  toKeepers: 'Tell it to the keepers',
  noMatchHelp: 'Try fewer words, or type only the beginning of a word.',
  listen: 'Listen',
  audiences: { public: 'Everyone', members: 'Members', keepers: 'Keepers' },
  form: {
    translation: 'Translation',
    recording: 'Recording',
    save: 'Save changes',
    saved: 'Changes saved.',
    check: 'Please check your input',
  },
})
