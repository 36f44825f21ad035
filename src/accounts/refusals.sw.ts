import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  emailTaken: 'Tayari kuna akaunti yenye barua pepe hii.',
  emailTakenLogIn: 'Tayari kuna akaunti yenye barua pepe hii. Tafadhali ingia.',
  wrongCredentials: 'Barua pepe au nenosiri si sahihi.',
  closed: (reason) => `Akaunti hii imezimwa${reason ? `: ${reason}` : '.'}`,
  badToken: 'Kiungo hiki kimeshatumika, au muda wake umepita. Tafadhali omba kipya.',
  badUnsubscribe: 'Kiungo hiki hakifanyi kazi tena, lakini unaweza kuzima barua pepe hizi kwenye mipangilio yako.',
  ofAnother: 'Kiungo hiki ni cha akaunti nyingine, si yako. Hakuna kilichobadilishwa.',
  badCode:
    'Msimbo huu si sahihi, umeshatumika, au muda wake umepita. Tafadhali uangalie tena, au mwombe msimamizi mwingine.',
  lastAdmin: 'Huyu ndiye msimamizi wa mwisho. Tafadhali mfanye mwanachama mwingine kuwa msimamizi kwanza.',
  ownAccess: 'Huwezi kuzima akaunti yako mwenyewe. Msimamizi mwingine anaweza kuizima.',
  passwordChanged: 'Nenosiri lako limebadilishwa mahali pengine sasa hivi. Ingia tena.',
  commonPassword:
    'Nenosiri hili linatumiwa na watu wengi, kwa hivyo ni rahisi kulikisia. Chagua lingine, kwa mfano maneno matatu ambayo ni wewe tu unayeyaunganisha.',
  wrongPassword: 'Nenosiri lako la sasa si sahihi.',
  passwordForEmail: 'Andika nenosiri lako la sasa ili kubadilisha barua pepe.',
  noMailDomain: (domain) =>
    `Barua pepe haiwezi kufika ${domain}. Angalia sehemu iliyo baada ya @, kama vile gmail.com.`,
  setAside: 'Barua pepe haikuthibitishwa kamwe. Sasa ni ya akaunti nyingine.',
  sayWhy: 'Andika sababu.',
  memberReadsIt: 'Mwanachama ataisoma anapoingia.',
}
