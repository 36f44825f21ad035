import type { MailText } from '#core/mail.ts'

// Every mail about what others do with an entry: to its author, and to those who reported it.

type Facts = { site: string; name: string; title: string; url: string; contact: string }
type Audience = 'public' | 'members' | 'keepers'

type MailTexts = {
  hidden: (facts: Facts, reason: string) => MailText
  restored: (facts: Facts) => MailText
  /** All posts of one account at once. */
  allHidden: (facts: Omit<Facts, 'title'>, count: number, reason: string) => MailText
  allRestored: (facts: Omit<Facts, 'title'>, count: number) => MailText
  widened: (facts: Facts, audience: Audience) => MailText
  /** Somebody in a product has not agreed to its sale. */
  saleEnded: (facts: Facts) => MailText
  /** Somebody in it took their consent back. */
  withdrawn: (facts: Facts) => MailText
  /** To who reported it. */
  reportHidden: (facts: Facts) => MailText
  reportKept: (facts: Facts) => MailText
}

const audiences = {
  en: { public: 'everyone', members: 'members', keepers: 'keepers' },
  sw: { public: 'kila mtu', members: 'wanachama', keepers: 'watunzaji' },
}

export const mailTexts: Record<'en' | 'sw', MailTexts> = {
  en: {
    hidden: ({ site, name, title, url, contact }, reason) => ({
      subject: `A moderator has hidden your post: ${title}`,
      lines: [
        `Hello ${name},`,
        `A moderator of ${site} has hidden “${title}”. Nothing is lost: you still see it, others do not.`,
        `Their reason: ${reason}`,
        `If you can put it right, or see it otherwise, please write to ${contact}. A moderator can show it again.`,
      ],
      action: { label: 'Open your post', url },
    }),
    restored: ({ site, name, title, url }) => ({
      subject: `Your post is shown again: ${title}`,
      lines: [`Hello ${name},`, `A moderator of ${site} shows “${title}” again. Thank you for your patience.`],
      action: { label: 'Open your post', url },
    }),
    allHidden: ({ site, name, contact }, count, reason) => ({
      subject: `A moderator has hidden your posts on ${site}`,
      lines: [
        `Hello ${name},`,
        `A moderator of ${site} has hidden ${count === 1 ? 'one post' : `${count} posts`} of yours. Nothing is lost: you still see them, others do not.`,
        `Their reason: ${reason}`,
        `If you see it otherwise, please write to ${contact}. A moderator can show them again.`,
      ],
    }),
    allRestored: ({ site, name, url }, count) => ({
      subject: `Your posts on ${site} are shown again`,
      lines: [
        `Hello ${name},`,
        `A moderator of ${site} shows ${count === 1 ? 'one post' : `${count} posts`} of yours again. Thank you for your patience.`,
      ],
      action: { label: `Open ${site}`, url },
    }),
    widened: ({ site, name, title, url, contact }, audience) => ({
      subject: `More people can see your post: ${title}`,
      lines: [
        `Hello ${name},`,
        `An admin of ${site} has changed who may see “${title}”. Now it is for ${audiences.en[audience]}.`,
        `If you do not want this, you can change it back on its page, or write to ${contact}.`,
      ],
      action: { label: 'Open your post', url },
    }),
    saleEnded: ({ site, name, title, url, contact }) => ({
      subject: `Your product is a draft again: ${title}`,
      lines: [
        `Hello ${name},`,
        `Somebody who is heard or seen in “${title}” has not agreed to its sale. It is out of the shop of ${site}; you still see it, as a draft.`,
        `Once everyone in it has agreed, you can publish it again. If you have questions, please write to ${contact}.`,
      ],
      action: { label: 'Open your product', url },
    }),
    withdrawn: ({ site, name, title, contact }) => ({
      subject: `Removed, for consent was withdrawn: ${title}`,
      lines: [
        `Hello ${name},`,
        `The consent of somebody in “${title}” has been withdrawn. It is removed from ${site} for good, with its files. This is no reproach: what people agree to, they may take back.`,
        `Please do not post it again. If you have a question, please write to ${contact}.`,
      ],
    }),
    reportHidden: ({ site, name, title }) => ({
      subject: `Thank you for your report: ${title}`,
      lines: [
        `Hello ${name},`,
        `You told us that something is wrong with “${title}”. A moderator has looked at it and has hidden it.`,
        `Thank you for looking after ${site}.`,
      ],
    }),
    reportKept: ({ site, name, title, contact }) => ({
      subject: `Thank you for your report: ${title}`,
      lines: [
        `Hello ${name},`,
        `You told us that something is wrong with “${title}”. A moderator has looked at it, and it stays.`,
        `Thank you for looking after ${site}. If you know more, please write to ${contact}.`,
      ],
    }),
  },
  // A draft, which a speaker must review before it is called finished.
  sw: {
    hidden: ({ site, name, title, url, contact }, reason) => ({
      subject: `Mwangalizi ameficha ulichoweka: ${title}`,
      lines: [
        `Habari ${name},`,
        `Mwangalizi wa ${site} ameficha “${title}”. Hakuna kilichopotea: wewe bado unaliona, wengine hawalioni.`,
        `Sababu yake: ${reason}`,
        `Kama unaweza kulirekebisha, au unaona vingine, tafadhali andika kwa ${contact}. Mwangalizi anaweza kulionyesha tena.`,
      ],
      action: { label: 'Fungua ulichoweka', url },
    }),
    restored: ({ site, name, title, url }) => ({
      subject: `Ulichoweka kinaonekana tena: ${title}`,
      lines: [`Habari ${name},`, `Mwangalizi wa ${site} anaonyesha “${title}” tena. Asante kwa uvumilivu wako.`],
      action: { label: 'Fungua ulichoweka', url },
    }),
    allHidden: ({ site, name, contact }, count, reason) => ({
      subject: `Mwangalizi ameficha ulivyoweka kwenye ${site}`,
      lines: [
        `Habari ${name},`,
        `Mwangalizi wa ${site} ameficha maingizo yako ${count}. Hakuna kilichopotea: wewe bado unayaona, wengine hawayaoni.`,
        `Sababu yake: ${reason}`,
        `Kama unaona vingine, tafadhali andika kwa ${contact}. Mwangalizi anaweza kuyaonyesha tena.`,
      ],
    }),
    allRestored: ({ site, name, url }, count) => ({
      subject: `Ulivyoweka kwenye ${site} vinaonekana tena`,
      lines: [
        `Habari ${name},`,
        `Mwangalizi wa ${site} anaonyesha maingizo yako ${count} tena. Asante kwa uvumilivu wako.`,
      ],
      action: { label: `Fungua ${site}`, url },
    }),
    widened: ({ site, name, title, url, contact }, audience) => ({
      subject: `Watu zaidi wanaweza kuona ulichoweka: ${title}`,
      lines: [
        `Habari ${name},`,
        `Msimamizi wa ${site} amebadilisha wanaoweza kuona “${title}”. Sasa ni kwa ${audiences.sw[audience]}.`,
        `Kama hutaki hivyo, unaweza kubadilisha tena kwenye ukurasa wake, au uandike kwa ${contact}.`,
      ],
      action: { label: 'Fungua ulichoweka', url },
    }),
    saleEnded: ({ site, name, title, url, contact }) => ({
      subject: `Bidhaa yako ni rasimu tena: ${title}`,
      lines: [
        `Habari ${name},`,
        `Mtu anayesikika au kuonekana kwenye “${title}” hajakubali iuzwe. Imeondolewa kwenye duka la ${site}; wewe bado unaiona, kama rasimu.`,
        `Wote waliomo wakikubali, unaweza kuichapisha tena. Ukiwa na maswali, tafadhali andika kwa ${contact}.`,
      ],
      action: { label: 'Fungua bidhaa yako', url },
    }),
    withdrawn: ({ site, name, title, contact }) => ({
      subject: `Imeondolewa, kwa kuwa idhini imerudishwa: ${title}`,
      lines: [
        `Habari ${name},`,
        `Idhini ya mtu aliye katika “${title}” imerudishwa. Imeondolewa kabisa kwenye ${site}, pamoja na faili zake. Hili si lawama: watu wanaweza kurudisha walichokubali.`,
        `Tafadhali usiiweke tena. Ukiwa na swali, tafadhali andika kwa ${contact}.`,
      ],
    }),
    reportHidden: ({ site, name, title }) => ({
      subject: `Asante kwa taarifa yako: ${title}`,
      lines: [
        `Habari ${name},`,
        `Ulituambia kwamba kuna kosa kwenye “${title}”. Mwangalizi ameliangalia na amelificha.`,
        `Asante kwa kuitunza ${site}.`,
      ],
    }),
    reportKept: ({ site, name, title, contact }) => ({
      subject: `Asante kwa taarifa yako: ${title}`,
      lines: [
        `Habari ${name},`,
        `Ulituambia kwamba kuna kosa kwenye “${title}”. Mwangalizi ameliangalia, nalo linabaki.`,
        `Asante kwa kuitunza ${site}. Kama unajua zaidi, tafadhali andika kwa ${contact}.`,
      ],
    }),
  },
}
