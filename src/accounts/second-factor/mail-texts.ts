import type { MailText } from '#core/mail.ts'

// The emails about second factors are sent even if the member turned off notifications.

const ifNotYou = {
  en: 'If this wasn’t you, change your password now, log out all other devices, and check your security settings.',
  sw: 'Kama si wewe, badilisha nenosiri lako sasa, toka kwenye vifaa vingine vyote, na uangalie mipangilio yako ya usalama.',
}

const undo = {
  en: {
    advice:
      'If this wasn’t you, undo it with this link. It removes what was added, logs out every device, and disables your current password. You can use the link once, within 7 days.',
    label: 'This wasn’t me: undo it',
  },
  sw: {
    advice:
      'Kama si wewe, tengua kwa kiungo hiki. Kitaondoa kilichoongezwa, kitatoa vifaa vyote, na nenosiri lako la sasa halitafanya kazi tena. Unaweza kutumia kiungo mara moja, ndani ya siku 7.',
    label: 'Si mimi: tengua',
  },
}

/** Where the button of the email leads: to the settings, or to the page that undoes what was added. */
type Target = 'settings' | 'undo'

function english(subject: (site: string) => string, sentence: string, advice = ifNotYou.en) {
  return (site: string, target: Target = 'settings'): MailText => ({
    subject: subject(site),
    lines: [sentence, target === 'undo' ? undo.en.advice : advice],
    action: target === 'undo' ? undo.en.label : 'Open security settings',
  })
}

function kiswahili(subject: (site: string) => string, sentence: string, advice = ifNotYou.sw) {
  return (site: string, target: Target = 'settings'): MailText => ({
    subject: subject(site),
    lines: [sentence, target === 'undo' ? undo.sw.advice : advice],
    action: target === 'undo' ? undo.sw.label : 'Fungua mipangilio ya usalama',
  })
}

export const mailTexts = {
  en: {
    passkeyAdded: english(
      (site) => `A passkey was added to your ${site} account`,
      'A passkey was added to your account. You can use it to log in.',
    ),
    passkeyRemoved: english(
      (site) => `A passkey was removed from your ${site} account`,
      'A passkey was removed from your account.',
    ),
    appAdded: english(
      (site) => `An authenticator app was added to your ${site} account`,
      'An authenticator app was set up for your account. Your password alone is no longer enough to log in.',
    ),
    appRemoved: english(
      (site) => `The authenticator app was removed from your ${site} account`,
      'The authenticator app was removed from your account.',
    ),
    codesMade: english(
      (site) => `New recovery codes for your ${site} account`,
      'New recovery codes were created for your account. The old ones no longer work.',
    ),
    codeUsed: english(
      (site) => `A recovery code was used for your ${site} account`,
      'One of your recovery codes was used to log in or to confirm your identity. Each code works only once.',
    ),
    wrongCodes: english(
      (site) => `Someone entered wrong codes for your ${site} account`,
      'Someone who knows your password entered several wrong codes. We’ve temporarily blocked further attempts.',
    ),
    removedByAdmin: english(
      (site) => `Two-step verification was removed from your ${site} account`,
      'An admin removed two-step verification from your account and logged you out everywhere. Log in with your password, then set up two-step verification again.',
      'If you didn’t ask for this, change your password now and tell the people who run the site.',
    ),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    passkeyAdded: kiswahili(
      (site) => `Ufunguo wa siri umeongezwa kwenye akaunti yako ya ${site}`,
      'Ufunguo wa siri umeongezwa kwenye akaunti yako. Unaweza kuutumia kuingia.',
    ),
    passkeyRemoved: kiswahili(
      (site) => `Ufunguo wa siri umeondolewa kwenye akaunti yako ya ${site}`,
      'Ufunguo wa siri umeondolewa kwenye akaunti yako.',
    ),
    appAdded: kiswahili(
      (site) => `Programu ya uthibitishaji imewekwa kwenye akaunti yako ya ${site}`,
      'Programu ya uthibitishaji imewekwa kwa akaunti yako. Nenosiri lako pekee halitoshi tena kuingia.',
    ),
    appRemoved: kiswahili(
      (site) => `Programu ya uthibitishaji imeondolewa kwenye akaunti yako ya ${site}`,
      'Programu ya uthibitishaji imeondolewa kwenye akaunti yako.',
    ),
    codesMade: kiswahili(
      (site) => `Misimbo mipya ya akiba ya akaunti yako ya ${site}`,
      'Misimbo mipya ya akiba imetengenezwa kwa akaunti yako. Ile ya awali haifanyi kazi tena.',
    ),
    codeUsed: kiswahili(
      (site) => `Msimbo wa akiba umetumika kwenye akaunti yako ya ${site}`,
      'Mmoja wa misimbo yako ya akiba umetumika kuingia au kuthibitisha kwamba ni wewe. Kila msimbo hufanya kazi mara moja tu.',
    ),
    wrongCodes: kiswahili(
      (site) => `Mtu ameweka misimbo isiyo sahihi kwenye akaunti yako ya ${site}`,
      'Mtu anayejua nenosiri lako ameweka misimbo kadhaa isiyo sahihi. Tumezuia majaribio zaidi kwa muda.',
    ),
    removedByAdmin: kiswahili(
      (site) => `Uthibitishaji wa hatua mbili umeondolewa kwenye akaunti yako ya ${site}`,
      'Msimamizi ameondoa uthibitishaji wa hatua mbili kwenye akaunti yako na kukutoa kila mahali. Ingia kwa nenosiri lako, kisha uuweke upya.',
      'Kama hukuomba hivi, badilisha nenosiri lako sasa na uwaambie wanaoendesha tovuti.',
    ),
  },
}

export type FactorMail = keyof (typeof mailTexts)['en']
