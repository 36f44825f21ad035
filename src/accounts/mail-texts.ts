import type { MailText } from '#core/mail.ts'

// The emails about an account are sent even if the member turned off notifications.

/** `where` is null unless a proxy reports the place. */
type SignInDetails = { device: string; when: string; where: string | null }

export const mailTexts = {
  en: {
    verify: (site: string): MailText => ({
      subject: `Confirm your email for ${site}`,
      lines: [
        `Welcome to ${site}. Please confirm that this is your email address. You can use the link once, within 24 hours.`,
        'If you didn’t sign up, you can ignore this email.',
      ],
      action: 'Confirm email',
    }),
    changeEmail: (site: string): MailText => ({
      subject: `Confirm your new email for ${site}`,
      lines: [
        'Please confirm that this is your new email address. Until then, your old one stays in use. You can use the link once, within 24 hours.',
        'If you didn’t ask for this, you can ignore this email.',
      ],
      action: 'Confirm new email',
    }),
    emailChanging: (site: string, newEmail: string): MailText => ({
      verbatim: [newEmail],
      subject: `Your email for ${site} is about to change`,
      lines: [
        `Someone who knows your password asked to change your account’s email to ${newEmail}. The change takes effect when someone confirms the new address.`,
        'If this was you, you don’t need to do anything. If it wasn’t you, cancel the change now, before anyone confirms the new address. Then change your password.',
      ],
      action: 'Cancel email change',
    }),
    emailChanged: (site: string, newEmail: string, contact: string, canUndo = false): MailText => ({
      verbatim: [newEmail, contact],
      subject: `Your email for ${site} was changed`,
      lines: [
        `Your account’s email is now ${newEmail}. From now on, we’ll email you there. You can no longer log in with your old address.`,
        ...(canUndo
          ? [
              'If this wasn’t you, undo it with this link. It puts this address back, logs out every device, and disables the current password. It also removes passkeys and authenticator apps that were added since. You can use the link once, within 7 days.',
              `If the link doesn’t help, please tell us right away: ${contact}`,
            ]
          : [`If this wasn’t you, please tell us right away: ${contact}`]),
      ],
      ...(canUndo && { action: 'This wasn’t me: undo it' }),
    }),
    reset: (site: string): MailText => ({
      subject: `Choose a new password for ${site}`,
      lines: [
        'Someone asked to reset your password. Open the link to choose a new one. You can use the link once, within one hour.',
        'If this wasn’t you, you can ignore this email. Your password stays the same.',
      ],
      action: 'Choose a new password',
    }),
    passwordChanged: (site: string): MailText => ({
      subject: `Your password for ${site} was changed`,
      lines: [
        'Your password was just changed, and your other devices were logged out.',
        'If this wasn’t you, reset your password now.',
      ],
      action: 'Reset password',
    }),
    factorUndone: (site: string): MailText => ({
      subject: `Your ${site} account is logged out everywhere`,
      lines: [
        'You undid what someone changed in your account. Every device was logged out, and your old password no longer works.',
        'Choose a new password to log in again.',
      ],
      action: 'Choose a new password',
    }),
    undoneAndClosed: (site: string, contact: string): MailText => ({
      verbatim: [contact],
      subject: `Your ${site} account is closed`,
      lines: [
        'You undid what someone changed in your account. We couldn’t put this address back, because it now belongs to another account.',
        `So that nobody else can use your account, we logged out every device and closed it. To get it back, please tell us: ${contact}`,
      ],
    }),
    resetCode: (site: string): MailText => ({
      subject: `A reset code was created for your ${site} account`,
      lines: [
        'An admin created a one-time code to give you on paper. Anyone who has it can choose a new password for your account within 24 hours.',
        'If you didn’t ask for it, please tell the people who run the site.',
      ],
    }),
    admitted: (site: string): MailText => ({
      subject: `You are now a member of ${site}`,
      lines: ['An admin approved your account. You can now post, and see what is shared with members.'],
      action: `Open ${site}`,
    }),
    left: (site: string): MailText => ({
      subject: `Your ${site} account was deleted`,
      lines: ['We deleted your account, as you asked. Thank you for everything you shared.'],
    }),
    test: (site: string): MailText => ({
      subject: `${site} can send email`,
      lines: ['This is the test email you asked for. Your site can send email.'],
    }),
    newDevice: (site: string, { device, when, where }: SignInDetails): MailText => ({
      subject: `New login to your ${site} account`,
      lines: [
        'Someone logged in to your account on a device that we don’t recognize.',
        `Device: ${device}`,
        `Time: ${when}`,
        ...(where ? [`Place: ${where}`] : []),
        'If this was you, you can ignore this email. If it wasn’t you, reset your password now. This logs out every device.',
      ],
      action: 'Reset password',
    }),
    guessed: (site: string): MailText => ({
      subject: `Someone is trying to log in to your ${site} account`,
      lines: [
        'Someone entered many wrong passwords for your account. They didn’t get in, and we’re slowing them down.',
        'You can still log in as usual. Reset your password now if other people might know it, or if you use it on other sites.',
      ],
      action: 'Reset password',
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    verify: (site: string): MailText => ({
      subject: `Thibitisha barua pepe yako ya ${site}`,
      lines: [
        `Karibu ${site}. Tafadhali thibitisha kwamba hii ni barua pepe yako. Unaweza kutumia kiungo mara moja, ndani ya saa 24.`,
        'Kama hukujisajili, puuza barua pepe hii.',
      ],
      action: 'Thibitisha barua pepe',
    }),
    changeEmail: (site: string): MailText => ({
      subject: `Thibitisha barua pepe yako mpya ya ${site}`,
      lines: [
        'Tafadhali thibitisha kwamba hii ni barua pepe yako mpya. Hadi hapo, ile ya zamani inaendelea kutumika. Unaweza kutumia kiungo mara moja, ndani ya saa 24.',
        'Kama hukuomba jambo hili, puuza barua pepe hii.',
      ],
      action: 'Thibitisha barua pepe mpya',
    }),
    emailChanging: (site: string, newEmail: string): MailText => ({
      verbatim: [newEmail],
      subject: `Barua pepe yako ya ${site} inakaribia kubadilishwa`,
      lines: [
        `Mtu anayejua nenosiri lako ameomba kubadilisha barua pepe ya akaunti yako iwe ${newEmail}. Mabadiliko yataanza kutumika mtu akithibitisha anwani hiyo mpya.`,
        'Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, ghairi mabadiliko haya sasa, kabla mtu yeyote hajathibitisha anwani mpya. Kisha badilisha nenosiri lako.',
      ],
      action: 'Ghairi mabadiliko ya barua pepe',
    }),
    emailChanged: (site: string, newEmail: string, contact: string, canUndo = false): MailText => ({
      verbatim: [newEmail, contact],
      subject: `Barua pepe yako ya ${site} imebadilishwa`,
      lines: [
        `Barua pepe ya akaunti yako sasa ni ${newEmail}. Kuanzia sasa tutakuandikia huko. Huwezi tena kuingia kwa anwani yako ya zamani.`,
        ...(canUndo
          ? [
              'Kama si wewe, tengua kwa kiungo hiki. Kitarudisha anwani hii, kitatoa vifaa vyote, na nenosiri la sasa halitafanya kazi tena. Pia kitaondoa funguo za siri na programu za uthibitishaji zilizoongezwa tangu hapo. Unaweza kutumia kiungo mara moja, ndani ya siku 7.',
              `Kama kiungo hakisaidii, tafadhali tuambie mara moja: ${contact}`,
            ]
          : [`Kama si wewe, tafadhali tuambie mara moja: ${contact}`]),
      ],
      ...(canUndo && { action: 'Si mimi: tengua' }),
    }),
    reset: (site: string): MailText => ({
      subject: `Chagua nenosiri jipya la ${site}`,
      lines: [
        'Mtu ameomba kubadilisha nenosiri lako. Fungua kiungo ili kuchagua jipya. Unaweza kutumia kiungo mara moja, ndani ya saa moja.',
        'Kama si wewe, puuza barua pepe hii. Nenosiri lako halitabadilika.',
      ],
      action: 'Chagua nenosiri jipya',
    }),
    passwordChanged: (site: string): MailText => ({
      subject: `Nenosiri lako la ${site} limebadilishwa`,
      lines: [
        'Nenosiri lako limebadilishwa sasa hivi, na vifaa vyako vingine vimetolewa kwenye akaunti.',
        'Kama si wewe, weka nenosiri jipya sasa.',
      ],
      action: 'Weka nenosiri jipya',
    }),
    factorUndone: (site: string): MailText => ({
      subject: `Akaunti yako ya ${site} imetolewa kila mahali`,
      lines: [
        'Umetengua mabadiliko ambayo mtu aliyafanya kwenye akaunti yako. Vifaa vyote vimetolewa, na nenosiri lako la zamani halifanyi kazi tena.',
        'Chagua nenosiri jipya ili kuingia tena.',
      ],
      action: 'Chagua nenosiri jipya',
    }),
    undoneAndClosed: (site: string, contact: string): MailText => ({
      verbatim: [contact],
      subject: `Akaunti yako ya ${site} imefungwa`,
      lines: [
        'Umetengua mabadiliko ambayo mtu aliyafanya kwenye akaunti yako. Hatukuweza kurudisha anwani hii, kwa sababu sasa ni ya akaunti nyingine.',
        `Ili mtu mwingine asitumie akaunti yako, tumetoa vifaa vyote na kuifunga. Ili kuipata tena, tafadhali tuambie: ${contact}`,
      ],
    }),
    resetCode: (site: string): MailText => ({
      subject: `Msimbo wa nenosiri umetengenezwa kwa akaunti yako ya ${site}`,
      lines: [
        'Msimamizi ametengeneza msimbo wa mara moja ili akupe kwenye karatasi. Yeyote aliye nao anaweza kuchagua nenosiri jipya la akaunti yako ndani ya saa 24.',
        'Kama hukuuomba, tafadhali waambie wanaosimamia tovuti.',
      ],
    }),
    admitted: (site: string): MailText => ({
      subject: `Sasa wewe ni mwanachama wa ${site}`,
      lines: ['Msimamizi ameikubali akaunti yako. Sasa unaweza kuchapisha, na kuona yanayoshirikiwa na wanachama.'],
      action: `Fungua ${site}`,
    }),
    left: (site: string): MailText => ({
      subject: `Akaunti yako ya ${site} imefutwa`,
      lines: ['Tumefuta akaunti yako, kama ulivyoomba. Asante kwa yote uliyoshiriki nasi.'],
    }),
    test: (site: string): MailText => ({
      subject: `${site} inaweza kutuma barua pepe`,
      lines: ['Hii ndiyo barua pepe ya majaribio uliyoomba. Tovuti yako inaweza kutuma barua pepe.'],
    }),
    newDevice: (site: string, { device, when, where }: SignInDetails): MailText => ({
      subject: `Mtu ameingia kwenye akaunti yako ya ${site}`,
      lines: [
        'Mtu ameingia kwenye akaunti yako kwa kifaa tusichokitambua.',
        `Kifaa: ${device}`,
        `Saa: ${when}`,
        ...(where ? [`Mahali: ${where}`] : []),
        'Kama ni wewe, puuza barua pepe hii. Kama si wewe, weka nenosiri jipya sasa. Vifaa vyote vitatolewa kwenye akaunti.',
      ],
      action: 'Weka nenosiri jipya',
    }),
    guessed: (site: string): MailText => ({
      subject: `Kuna mtu anayejaribu kuingia kwenye akaunti yako ya ${site}`,
      lines: [
        'Mtu amejaribu manenosiri mengi yasiyo sahihi kwenye akaunti yako. Hakufanikiwa kuingia, na tunampunguzia kasi.',
        'Bado unaweza kuingia kama kawaida. Weka nenosiri jipya sasa kama huenda wengine wanalijua, au kama unalitumia kwenye tovuti nyingine.',
      ],
      action: 'Weka nenosiri jipya',
    }),
  },
}

export type MailTexts = (typeof mailTexts)['en']
