import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  emailTaken: 'Tayari kuna akaunti yenye barua pepe hii.',
  emailTakenLogIn: 'Tayari kuna akaunti yenye barua pepe hii. Tafadhali ingia.',
  wrongCredentials: 'Barua pepe au nenosiri si sahihi.',
  closed: (reason) => `Msimamizi amefunga akaunti hii${reason ? `: ${reason}` : '.'}`,
  badToken: 'Kiungo hiki kimeshatumika, au muda wake umepita. Tafadhali omba kipya.',
  lastAdmin: 'Huyu ndiye msimamizi wa mwisho. Tafadhali mfanye mwanachama mwingine kuwa msimamizi kwanza.',
  passwordChanged: 'Nenosiri lako limebadilishwa mahali pengine sasa hivi.',
  wrongPassword: 'Nenosiri lako la sasa si sahihi.',
}
