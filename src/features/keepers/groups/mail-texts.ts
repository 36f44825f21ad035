import type { MailText } from '#core/mail.ts'

// These emails go to members of a group, to those who were removed, and to authors of entries limited to it. They name
// the group and people, but nothing that is limited to it.

type Facts = { site: string; group: string; added: string; by: string }

export const mailTexts = {
  en: {
    /** Shown in place of the name of a keeper whose account was deleted. */
    former: 'A former keeper',
    memberAdded: ({ site, group, added, by }: Facts): MailText => ({
      subject: `${added} was added to ${group}`,
      lines: [
        `${by} added ${added} to the group ${group} on ${site}. ${added} can now see everything shared with this group.`,
        'If you don’t know this person, please write to the keepers.',
      ],
      action: 'View your groups',
    }),
    youWereAdded: ({ site, group, by }: Facts): MailText => ({
      subject: `You were added to ${group}`,
      lines: [
        `${by} added you to the group ${group} on ${site}. You can now see everything shared with this group.`,
        'You can leave the group at any time on your profile page.',
      ],
      action: 'View your groups',
    }),
    youWereRemoved: ({ site, group, by }: Omit<Facts, 'added'>): MailText => ({
      subject: `You were removed from ${group}`,
      lines: [
        `${by} removed you from the group ${group} on ${site}. You can no longer see what is shared with this group.`,
        'If you think that this is a mistake, please write to the keepers.',
      ],
      action: 'View your groups',
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    former: 'Mtunzaji wa zamani',
    memberAdded: ({ site, group, added, by }: Facts): MailText => ({
      subject: `${added} ameongezwa kwenye ${group}`,
      lines: [
        `${by} amemwongeza ${added} kwenye kikundi ${group} cha ${site}. Sasa ${added} anaweza kuona kila kitu kinachoshirikiwa na kikundi hiki.`,
        'Kama humjui mtu huyu, tafadhali waandikie watunzaji.',
      ],
      action: 'Ona vikundi vyako',
    }),
    youWereAdded: ({ site, group, by }: Facts): MailText => ({
      subject: `Umeongezwa kwenye ${group}`,
      lines: [
        `${by} amekuongeza kwenye kikundi ${group} cha ${site}. Sasa unaweza kuona kila kitu kinachoshirikiwa na kikundi hiki.`,
        'Unaweza kuondoka kwenye kikundi wakati wowote kwenye ukurasa wa wasifu wako.',
      ],
      action: 'Ona vikundi vyako',
    }),
    youWereRemoved: ({ site, group, by }: Omit<Facts, 'added'>): MailText => ({
      subject: `Umeondolewa kwenye ${group}`,
      lines: [
        `${by} amekuondoa kwenye kikundi ${group} cha ${site}. Huwezi tena kuona vitu vinavyoshirikiwa na kikundi hiki.`,
        'Kama unadhani hili ni kosa, tafadhali waandikie watunzaji.',
      ],
      action: 'Ona vikundi vyako',
    }),
  },
}
