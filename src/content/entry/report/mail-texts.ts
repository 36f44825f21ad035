import type { MailText } from '#core/mail.ts'

// Emails about decisions on entries and comments, to their authors and to people who reported them.

type Facts = { site: string; title: string; contact: string }

type MailTexts = {
  hidden: (facts: Facts, reason: string) => MailText
  restored: (facts: Facts) => MailText
  /** Tells the author that all their posts and comments that the moderator can see were hidden. */
  allHidden: (facts: Omit<Facts, 'title'>, count: number, reason: string) => MailText
  allRestored: (facts: Omit<Facts, 'title'>, count: number) => MailText
  widened: (facts: Facts) => MailText
  /** Tells the seller that someone who can be seen or heard in the product has not agreed to its sale. */
  saleEnded: (facts: Facts) => MailText
  /** Tells the author that someone shown or heard in the entry withdrew their consent. */
  withdrawn: (facts: Facts) => MailText
  /** Tells the people who reported an entry that it was hidden. */
  reportHidden: (facts: Facts) => MailText
  reportKept: (facts: Facts) => MailText
  /** `title` is the title of the entry that the comment is on. */
  commentHidden: (facts: Facts, reason: string) => MailText
  commentRestored: (facts: Facts) => MailText
  commentReportHidden: (facts: Facts) => MailText
  commentReportKept: (facts: Facts) => MailText
}

export const mailTexts: Record<'en' | 'sw', MailTexts> = {
  en: {
    hidden: ({ site, title, contact }, reason) => ({
      subject: `A moderator hid your post: ${title}`,
      lines: [
        `A moderator of ${site} hid your post “${title}”. Only you and moderators can see it now.`,
        `Their reason: ${reason}`,
        `If you’ve fixed it, or you disagree, please contact us: ${contact}. A moderator can show your post again.`,
      ],
      action: 'Open your post',
    }),
    restored: ({ site, title }) => ({
      subject: `Your post is visible again: ${title}`,
      lines: [`Your post “${title}” is visible on ${site} again. Thank you for your patience.`],
      action: 'Open your post',
    }),
    allHidden: ({ site, contact }, count, reason) => ({
      subject: `A moderator hid your posts and comments on ${site}`,
      lines: [
        `A moderator of ${site} hid your posts and comments (${count} in total). Only you and moderators can see them now.`,
        `Their reason: ${reason}`,
        `If you disagree, please contact us: ${contact}. A moderator can show them again.`,
      ],
    }),
    allRestored: ({ site }, count) => ({
      subject: `Your posts and comments on ${site} are visible again`,
      lines: [`Your posts and comments on ${site} are visible again (${count} in total). Thank you for your patience.`],
      action: `Open ${site}`,
    }),
    widened: ({ site, title, contact }) => ({
      subject: `More people can see your post: ${title}`,
      lines: [
        `An admin of ${site} changed who can see “${title}”. More people can see it now.`,
        `If you don’t want this, edit the post to change it back, or contact us: ${contact}.`,
      ],
      action: 'Open your post',
    }),
    saleEnded: ({ site, title, contact }) => ({
      subject: `Your product is a draft again: ${title}`,
      lines: [
        `Someone who can be seen or heard in “${title}” hasn’t agreed to its sale. We took it out of the ${site} shop and saved it as a draft for you.`,
        `You can publish it again once everyone in it has agreed. If you have questions, please contact us: ${contact}.`,
      ],
      action: 'Open your product',
    }),
    withdrawn: ({ site, title, contact }) => ({
      subject: `Deleted because permission was withdrawn: ${title}`,
      lines: [
        `Someone in “${title}” withdrew their permission, so we permanently deleted the post from ${site}, with its files. You did nothing wrong: people can withdraw their permission at any time.`,
        `Please don’t post it again. If you have questions, please contact us: ${contact}.`,
      ],
    }),
    reportHidden: ({ site, title }) => ({
      subject: `Thank you for your report: ${title}`,
      lines: [
        `You reported a problem with “${title}”. A moderator has hidden the post.`,
        `Thank you for helping to look after ${site}.`,
      ],
    }),
    reportKept: ({ site, title, contact }) => ({
      subject: `Thank you for your report: ${title}`,
      lines: [
        `You reported a problem with “${title}”. A moderator reviewed your report and decided not to hide the post.`,
        `Thank you for helping to look after ${site}. If you have more information, please contact us: ${contact}.`,
      ],
    }),
    commentHidden: ({ site, title, contact }, reason) => ({
      subject: `A moderator hid your comment on ${title}`,
      lines: [
        `A moderator of ${site} hid your comment on “${title}”. Only you and moderators can see it now.`,
        `Their reason: ${reason}`,
        `If you disagree, please contact us: ${contact}. A moderator can show it again.`,
      ],
      action: 'Open your comment',
    }),
    commentRestored: ({ site, title }) => ({
      subject: `Your comment is visible again: ${title}`,
      lines: [`Your comment on “${title}” is visible on ${site} again. Thank you for your patience.`],
      action: 'Open your comment',
    }),
    commentReportHidden: ({ site, title }) => ({
      subject: `Thank you for reporting a comment on ${title}`,
      lines: [
        `You reported a comment on “${title}”. A moderator has hidden the comment.`,
        `Thank you for looking after ${site}.`,
      ],
    }),
    commentReportKept: ({ site, title, contact }) => ({
      subject: `Thank you for reporting a comment on ${title}`,
      lines: [
        `You reported a comment on “${title}”. A moderator reviewed your report and decided not to hide the comment.`,
        `Thank you for looking after ${site}. If you have more information, please contact us: ${contact}.`,
      ],
    }),
  },
  // This is a draft. A Kiswahili speaker must review it before it is final (CONTRIBUTING.md, "Reviewing Kiswahili").
  sw: {
    hidden: ({ site, title, contact }, reason) => ({
      subject: `Mwangalizi ameficha chapisho lako: ${title}`,
      lines: [
        `Mwangalizi wa ${site} ameficha chapisho lako “${title}”. Sasa ni wewe na waangalizi tu mnaoliona.`,
        `Sababu yake: ${reason}`,
        `Kama umelirekebisha, au hukubaliani, tafadhali wasiliana nasi: ${contact}. Mwangalizi anaweza kulionyesha tena.`,
      ],
      action: 'Fungua chapisho lako',
    }),
    restored: ({ site, title }) => ({
      subject: `Chapisho lako linaonekana tena: ${title}`,
      lines: [`Chapisho lako “${title}” linaonekana tena kwenye ${site}. Asante kwa uvumilivu wako.`],
      action: 'Fungua chapisho lako',
    }),
    allHidden: ({ site, contact }, count, reason) => ({
      subject: `Mwangalizi ameficha machapisho na maoni yako kwenye ${site}`,
      lines: [
        `Mwangalizi wa ${site} ameficha machapisho na maoni yako (jumla ${count}). Sasa ni wewe na waangalizi tu mnaoyaona.`,
        `Sababu yake: ${reason}`,
        `Kama hukubaliani, tafadhali wasiliana nasi: ${contact}. Mwangalizi anaweza kuyaonyesha tena.`,
      ],
    }),
    allRestored: ({ site }, count) => ({
      subject: `Machapisho na maoni yako kwenye ${site} yanaonekana tena`,
      lines: [`Machapisho na maoni yako yanaonekana tena kwenye ${site} (jumla ${count}). Asante kwa uvumilivu wako.`],
      action: `Fungua ${site}`,
    }),
    widened: ({ site, title, contact }) => ({
      subject: `Watu zaidi wanaweza kuona chapisho lako: ${title}`,
      lines: [
        `Msimamizi wa ${site} amebadilisha wanaoweza kuona “${title}”. Sasa watu zaidi wanaweza kuliona.`,
        `Kama hutaki hivyo, hariri chapisho ili kurudisha ilivyokuwa, au wasiliana nasi: ${contact}.`,
      ],
      action: 'Fungua chapisho lako',
    }),
    saleEnded: ({ site, title, contact }) => ({
      subject: `Bidhaa yako ni rasimu tena: ${title}`,
      lines: [
        `Mtu anayeonekana au kusikika kwenye “${title}” hajakubali iuzwe. Tumeiondoa kwenye duka la ${site} na kukuhifadhia kama rasimu.`,
        `Unaweza kuichapisha tena wote waliomo wakikubali. Ukiwa na maswali, tafadhali wasiliana nasi: ${contact}.`,
      ],
      action: 'Fungua bidhaa yako',
    }),
    withdrawn: ({ site, title, contact }) => ({
      subject: `Limefutwa, idhini imeondolewa: ${title}`,
      lines: [
        `Mtu aliye katika “${title}” ameondoa idhini yake, kwa hiyo tumefuta chapisho hilo kabisa kwenye ${site}, pamoja na faili zake. Hukukosea: watu wanaweza kuondoa idhini yao wakati wowote.`,
        `Tafadhali usiichapishe tena. Ukiwa na maswali, tafadhali wasiliana nasi: ${contact}.`,
      ],
    }),
    reportHidden: ({ site, title }) => ({
      subject: `Asante kwa taarifa yako: ${title}`,
      lines: [
        `Ulitoa taarifa kuhusu tatizo kwenye “${title}”. Mwangalizi ameficha chapisho hilo.`,
        `Asante kwa kusaidia kuitunza ${site}.`,
      ],
    }),
    reportKept: ({ site, title, contact }) => ({
      subject: `Asante kwa taarifa yako: ${title}`,
      lines: [
        `Ulitoa taarifa kuhusu tatizo kwenye “${title}”. Mwangalizi ameiangalia taarifa yako na kuamua kutoficha chapisho.`,
        `Asante kwa kusaidia kuitunza ${site}. Kama una taarifa zaidi, tafadhali wasiliana nasi: ${contact}.`,
      ],
    }),
    commentHidden: ({ site, title, contact }, reason) => ({
      subject: `Mwangalizi ameficha maoni yako kuhusu ${title}`,
      lines: [
        `Mwangalizi wa ${site} ameficha maoni yako kuhusu “${title}”. Sasa ni wewe na waangalizi tu mnaoyaona.`,
        `Sababu yake: ${reason}`,
        `Kama hukubaliani, tafadhali wasiliana nasi: ${contact}. Mwangalizi anaweza kuyaonyesha tena.`,
      ],
      action: 'Fungua maoni yako',
    }),
    commentRestored: ({ site, title }) => ({
      subject: `Maoni yako kuhusu ${title} yanaonekana tena`,
      lines: [`Mwangalizi wa ${site} ameyaonyesha tena maoni yako kuhusu “${title}”.`],
      action: 'Fungua maoni yako',
    }),
    commentReportHidden: ({ site, title }) => ({
      subject: `Asante kwa kuripoti maoni kuhusu ${title}`,
      lines: [`Uliripoti maoni kuhusu “${title}”. Mwangalizi ameficha maoni hayo.`, `Asante kwa kuitunza ${site}.`],
    }),
    commentReportKept: ({ site, title, contact }) => ({
      subject: `Asante kwa kuripoti maoni kuhusu ${title}`,
      lines: [
        `Uliripoti maoni kuhusu “${title}”. Mwangalizi ameiangalia taarifa yako na kuamua kutoyaficha.`,
        `Asante kwa kuitunza ${site}. Kama una taarifa zaidi, tafadhali wasiliana nasi: ${contact}.`,
      ],
    }),
  },
}
