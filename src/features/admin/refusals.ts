import { catalogue } from '#text/language.ts'

export const refusals = catalogue('admin/refusals', {
  noCodeForAdmins: 'Admins can’t get a reset code. They can reset their password by email.',
  disabled: 'This account is disabled. Enable it first.',
  noSecondFactor: 'This member doesn’t use two-step verification.',
  ownFactor: 'Turn off your own two-step verification in Settings.',
})
