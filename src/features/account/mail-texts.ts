import type { MailText } from '#core/mail.ts'

// Every mail about an account. Security mails go out whatever the member chose about notifications.

type Names = { site: string; name: string }

export const mailTexts = {
  en: {
    verify: ({ site, name }: Names, url: string): MailText => ({
      subject: `Please confirm your email for ${site}`,
      lines: [
        `Hello ${name},`,
        `Welcome to ${site}. Please confirm that this address is yours. The link is good for 24 hours.`,
        'If you did not make an account, you need do nothing.',
      ],
      action: { label: 'Confirm this address', url },
    }),
    changeEmail: ({ site, name }: Names, url: string): MailText => ({
      subject: `Please confirm your new email for ${site}`,
      lines: [
        `Hello ${name},`,
        'Please confirm that this is your new address. Until then the old one stays. The link is good for 24 hours.',
        'If you did not ask for this, you need do nothing.',
      ],
      action: { label: 'Confirm the new address', url },
    }),
    emailChanging: ({ site, name }: Names, newEmail: string): MailText => ({
      subject: `Your email for ${site} is about to change`,
      lines: [
        `Hello ${name},`,
        `Your account was asked to use the address ${newEmail}. It will, once that address is confirmed.`,
        'If this was not you, please log in, change your password, and sign out all other devices.',
      ],
    }),
    reset: ({ site, name }: Names, url: string): MailText => ({
      subject: `Choose a new password for ${site}`,
      lines: [
        `Hello ${name},`,
        'Someone asked for a new password for your account. With this link you choose it. The link is good for one hour, and once.',
        'If this was not you, you need do nothing: your password stays.',
      ],
      action: { label: 'Choose a new password', url },
    }),
    passwordChanged: ({ site, name }: Names, url: string): MailText => ({
      subject: `Your password for ${site} was changed`,
      lines: [
        `Hello ${name},`,
        'The password of your account has just been changed, and other devices were signed out.',
        'If this was not you, please ask for a new password at once.',
      ],
      action: { label: 'Ask for a new password', url },
    }),
    resetCode: ({ site, name }: Names): MailText => ({
      subject: `A reset code was made for your ${site} account`,
      lines: [
        `Hello ${name},`,
        'An admin has made a one-time code for your account, to hand over on paper. Whoever has it can choose a new password within 24 hours.',
        'If you did not ask for it, please tell the people who run the site.',
      ],
    }),
    admitted: ({ site, name }: Names, url: string): MailText => ({
      subject: `You are a member of ${site}`,
      lines: [`Hello ${name},`, 'An admin has admitted your account. You can now read and post what members can.'],
      action: { label: `Open ${site}`, url },
    }),
    left: ({ site, name }: Names): MailText => ({
      subject: `Your account at ${site} is deleted`,
      lines: [`Hello ${name},`, 'Your account has been deleted, as you asked. Thank you for what you brought.'],
    }),
    test: ({ site, name }: Names): MailText => ({
      subject: `${site} can send mail`,
      lines: [`Hello ${name},`, 'This mail was sent from the checklist of your site. Mail works.'],
    }),
  },
  // A draft, which a speaker must review before it is called finished.
  sw: {
    verify: ({ site, name }: Names, url: string): MailText => ({
      subject: `Tafadhali thibitisha barua pepe yako ya ${site}`,
      lines: [
        `Habari ${name},`,
        `Karibu ${site}. Tafadhali thibitisha kwamba anwani hii ni yako. Kiungo hiki kinafaa kwa saa 24.`,
        'Kama hukufungua akaunti, huhitaji kufanya lolote.',
      ],
      action: { label: 'Thibitisha anwani hii', url },
    }),
    changeEmail: ({ site, name }: Names, url: string): MailText => ({
      subject: `Tafadhali thibitisha barua pepe yako mpya ya ${site}`,
      lines: [
        `Habari ${name},`,
        'Tafadhali thibitisha kwamba hii ni anwani yako mpya. Hadi hapo ile ya zamani inabaki. Kiungo kinafaa kwa saa 24.',
        'Kama hukuomba jambo hili, huhitaji kufanya lolote.',
      ],
      action: { label: 'Thibitisha anwani mpya', url },
    }),
    emailChanging: ({ site, name }: Names, newEmail: string): MailText => ({
      subject: `Barua pepe yako ya ${site} inakaribia kubadilishwa`,
      lines: [
        `Habari ${name},`,
        `Akaunti yako imeombwa kutumia anwani ${newEmail}. Itaitumia mara itakapothibitishwa.`,
        'Kama si wewe, tafadhali ingia, badilisha nenosiri lako, na utoke kwenye vifaa vingine vyote.',
      ],
    }),
    reset: ({ site, name }: Names, url: string): MailText => ({
      subject: `Chagua nenosiri jipya la ${site}`,
      lines: [
        `Habari ${name},`,
        'Mtu ameomba nenosiri jipya la akaunti yako. Lichague kwa kiungo hiki. Kinafaa kwa saa moja, na mara moja tu.',
        'Kama si wewe, huhitaji kufanya lolote: nenosiri lako linabaki.',
      ],
      action: { label: 'Chagua nenosiri jipya', url },
    }),
    passwordChanged: ({ site, name }: Names, url: string): MailText => ({
      subject: `Nenosiri lako la ${site} limebadilishwa`,
      lines: [
        `Habari ${name},`,
        'Nenosiri la akaunti yako limebadilishwa sasa hivi, na vifaa vingine vimetolewa.',
        'Kama si wewe, tafadhali omba nenosiri jipya mara moja.',
      ],
      action: { label: 'Omba nenosiri jipya', url },
    }),
    resetCode: ({ site, name }: Names): MailText => ({
      subject: `Msimbo wa nenosiri umetengenezwa kwa akaunti yako ya ${site}`,
      lines: [
        `Habari ${name},`,
        'Msimamizi ametengeneza msimbo wa mara moja wa akaunti yako, wa kukabidhiwa kwa karatasi. Aliye nao anaweza kuchagua nenosiri jipya ndani ya saa 24.',
        'Kama hukuuomba, tafadhali waambie wanaosimamia tovuti.',
      ],
    }),
    admitted: ({ site, name }: Names, url: string): MailText => ({
      subject: `Wewe ni mwanachama wa ${site}`,
      lines: [`Habari ${name},`, 'Msimamizi ameikubali akaunti yako. Sasa unaweza kusoma na kuandika kama wanachama.'],
      action: { label: `Fungua ${site}`, url },
    }),
    left: ({ site, name }: Names): MailText => ({
      subject: `Akaunti yako ya ${site} imefutwa`,
      lines: [`Habari ${name},`, 'Akaunti yako imefutwa, kama ulivyoomba. Asante kwa ulichochangia.'],
    }),
    test: ({ site, name }: Names): MailText => ({
      subject: `${site} inaweza kutuma barua`,
      lines: [`Habari ${name},`, 'Barua hii imetumwa kutoka orodha ya tovuti yako. Barua zinafanya kazi.'],
    }),
  },
}

export type MailTexts = (typeof mailTexts)['en']
