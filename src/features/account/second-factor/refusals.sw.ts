import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  wrongCode: 'Nambari hiyo si sahihi. Angalia saa ya simu yako, kisha andika nambari mpya kabisa.',
  wrongRecoveryCode: 'Msimbo huo wa akiba si sahihi, au umeshatumika.',
  wrongPasskey: 'Ufunguo huo wa siri haukufanya kazi. Jaribu tena, au tumia njia nyingine.',
  noProof: 'Weka nambari au tumia ufunguo wa siri.',
  ticketExpired: 'Ombi hili limepitwa na muda au limeshatumika. Anza tena.',
  notSecure: 'Funguo za siri zinahitaji tovuti yenye jina la kikoa. Msimamizi anaweza kuliweka kwa BASE_URL.',
  knownPasskey: 'Ufunguo huu wa siri tayari umeongezwa kwenye akaunti.',
  tooMany: 'Una funguo za siri 20. Ondoa mmoja ili kuongeza mwingine.',
  appExists: 'Tayari unatumia programu ya uthibitishaji. Iondoe kwanza ili kuweka nyingine.',
  needsFactor: 'Ongeza kwanza ufunguo wa siri au programu ya uthibitishaji.',
  needsPassword: 'Weka nenosiri lako.',
  emailLost:
    'Mtu mwingine alibadilisha barua pepe yake, na ile ya zamani sasa ni ya akaunti nyingine. Barua pepe ya sasa huenda si ya mwenye akaunti.',
  nothingToUndo: 'Akaunti yako ina barua pepe hii, na kilichoongezwa kimeshaondolewa.',
}
