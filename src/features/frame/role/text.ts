import { catalogue } from '#text/language.ts'

export const text = catalogue('role', {
  toDashboard: 'Go to the dashboard',
  secondFactorFirst: 'If you have this role, set up two-step verification to use it.',
  notAdmin: 'This page is for admins',
  notAdminHint: 'If you need access, ask an admin of this site.',
  secondFactorSetUp: 'Set it up',
  desk: {
    name: 'Keepers’ desk',
    notKeeper: 'This page is for keepers',
    queue: 'To confirm',
    suggestions: 'Suggestions',
    voices: 'Voices',
    introductions: 'Introductions',
    languages: 'Languages',
    letters: 'Alphabet',
    groups: 'Groups',
    import: 'Import',
    consents: 'Permissions',
    messages: 'Messages',
  },
})
