import type { Language } from '#core/language.ts'
import type { MailText } from '#core/mail.ts'
import { money } from '#ui/formats.ts'
import type { Side } from './moves.ts'
import type { Order, Status } from './schema.ts'

// Every mail about an order, to its buyer and its seller.

/** `name` reads it, `other` is the one they deal with; `reason` why it was cancelled or refunded, where somebody said so. */
type Facts = { site: string; name: string; other: string; url: string; order: Order; reason: string | null }
type Write = (facts: Facts) => MailText

type OrderTexts = {
  /** To the buyer, when it is placed. */
  placed: Write
  /** To the seller. */
  sold: Write
  /** To the seller: the buyer has typed the code of their M-Pesa message. */
  code: Write
  /** To the one who did not make the move. */
  moves: Record<Side, Partial<Record<Status, Write>>>
}

type SumWords = { goods: string; shipping: string; tax: string; total: string }

function sums({ items, subtotal, shipping, tax, total, currency }: Order, words: SumWords): string[] {
  const said = (amount: number) => money(amount, currency)
  return [
    ...items.map(({ name, quantity, amount }) => `${quantity} × ${name}: ${said(amount)}`),
    `${words.goods}: ${said(subtotal)}`,
    `${words.shipping}: ${said(shipping)}`,
    `${words.tax}: ${said(tax)}`,
    `${words.total}: ${said(total)}`,
  ]
}

function total({ order }: Facts): string {
  return money(order.total, order.currency)
}

const english = { goods: 'Goods', shipping: 'Shipping', tax: 'Tax', total: 'Total' }
const kiswahili = { goods: 'Bidhaa', shipping: 'Usafirishaji', tax: 'Kodi', total: 'Jumla' }

function whereTo({ delivery, address, collectAt }: Order): string[] {
  if (delivery === 'delivery') return [`It is sent to: ${address}`]
  return [collectAt === '' ? 'You collect it from the seller.' : `You collect it at: ${collectAt}`]
}

function wapi({ delivery, address, collectAt }: Order): string[] {
  if (delivery === 'delivery') return [`Itatumwa kwa: ${address}`]
  return [collectAt === '' ? 'Utaichukua kwa muuzaji.' : `Utaichukua hapa: ${collectAt}`]
}

function howToPay(facts: Facts): string {
  const { payment, payTo } = facts.order
  if (payment.method === 'cash') return `You pay ${total(facts)} in cash when you get it.`
  if (payment.reference) return `Your M-Pesa code is ${payment.reference}. The seller compares it with their message.`
  const to = payTo === '' ? '' : ` Pay to: ${payTo}.`
  return `Please pay ${total(facts)} by M-Pesa.${to} Then type the code of your M-Pesa message on the page of your order.`
}

function jinsiYaKulipa(facts: Facts): string {
  const { payment, payTo } = facts.order
  if (payment.method === 'cash') return `Utalipa ${total(facts)} taslimu utakapoipokea.`
  if (payment.reference) return `Msimbo wako wa M-Pesa ni ${payment.reference}. Muuzaji ataulinganisha na ujumbe wake.`
  const to = payTo === '' ? '' : ` Lipa kwa: ${payTo}.`
  return `Tafadhali lipa ${total(facts)} kwa M-Pesa.${to} Kisha andika msimbo wa ujumbe wako wa M-Pesa kwenye ukurasa wa oda yako.`
}

export const mailTexts: Record<Language, OrderTexts> = {
  en: {
    placed: (facts) => ({
      subject: `Your order ${facts.order.number}`,
      lines: [
        `Hello ${facts.name},`,
        `Thank you. ${facts.other} has your order ${facts.order.number}, and we write to you when it moves on.`,
        ...sums(facts.order, english),
        ...whereTo(facts.order),
        howToPay(facts),
      ],
      action: { label: 'Open your order', url: facts.url },
    }),
    sold: (facts) => ({
      subject: `New order ${facts.order.number}`,
      lines: [
        `Hello ${facts.name},`,
        `${facts.other} has ordered from you. Please confirm the order, or cancel it and say why.`,
        ...sums(facts.order, english),
        facts.order.delivery === 'delivery' ? `Send it to: ${facts.order.address}` : 'The buyer collects it.',
        `Phone of the buyer: ${facts.order.phone}`,
        facts.order.payment.method === 'cash'
          ? 'The buyer pays in cash.'
          : `The buyer pays by M-Pesa. ${facts.order.payment.reference ? `Their code: ${facts.order.payment.reference}` : 'They have given no code yet.'}`,
      ],
      action: { label: 'Open the order', url: facts.url },
    }),
    code: (facts) => ({
      subject: `M-Pesa code for order ${facts.order.number}`,
      lines: [
        `Hello ${facts.name},`,
        `${facts.other} says that order ${facts.order.number} is paid: ${total(facts)}, M-Pesa code ${facts.order.payment.reference}.`,
        'Please compare the code with your own message before you mark the order as paid.',
      ],
      action: { label: 'Open the order', url: facts.url },
    }),
    moves: {
      buyer: {
        confirmed: (facts) => ({
          subject: `Order ${facts.order.number} is confirmed`,
          lines: [
            `Hello ${facts.name},`,
            `${facts.other} has confirmed your order ${facts.order.number}.`,
            howToPay(facts),
          ],
          action: { label: 'Open your order', url: facts.url },
        }),
        paid: (facts) => ({
          subject: `Order ${facts.order.number} is paid`,
          lines: [
            `Hello ${facts.name},`,
            `${facts.other} has your payment of ${total(facts)} for order ${facts.order.number}. Thank you.`,
          ],
          action: { label: 'Open your order', url: facts.url },
        }),
        sent: (facts) => ({
          subject:
            facts.order.delivery === 'delivery'
              ? `Order ${facts.order.number} is on its way`
              : `Order ${facts.order.number} is ready to collect`,
          lines: [
            `Hello ${facts.name},`,
            facts.order.delivery === 'delivery'
              ? `${facts.other} has sent your order ${facts.order.number}.`
              : `${facts.other} has your order ${facts.order.number} ready.`,
            ...whereTo(facts.order),
            'Please say on the page of your order when you have received it.',
          ],
          action: { label: 'Open your order', url: facts.url },
        }),
        cancelled: (facts) => ({
          subject: `Order ${facts.order.number} is cancelled`,
          lines: [
            `Hello ${facts.name},`,
            facts.reason === null
              ? `Your order ${facts.order.number} is cancelled, since its seller has left ${facts.site}.`
              : `${facts.other} has cancelled your order ${facts.order.number}. Their reason: ${facts.reason}`,
            ...(facts.order.payment.reference
              ? [
                  `If you have paid (M-Pesa code ${facts.order.payment.reference}), please ask the seller for your money back.`,
                ]
              : []),
          ],
          action: { label: 'Open your order', url: facts.url },
        }),
        refunded: (facts) => ({
          subject: `Order ${facts.order.number} is refunded`,
          lines: [
            `Hello ${facts.name},`,
            `${facts.other} gives you back ${total(facts)} for order ${facts.order.number}. Their reason: ${facts.reason}`,
          ],
          action: { label: 'Open your order', url: facts.url },
        }),
      },
      seller: {
        cancelled: (facts) => ({
          subject: `Order ${facts.order.number} is cancelled`,
          lines: [
            `Hello ${facts.name},`,
            `${facts.other} has cancelled order ${facts.order.number}. The goods are for sale again.`,
            ...(facts.reason === null ? [] : [`Their reason: ${facts.reason}`]),
            ...(facts.order.payment.reference
              ? [
                  `They had given the M-Pesa code ${facts.order.payment.reference}. If that money came, please send it back.`,
                ]
              : []),
          ],
          action: { label: 'Open the order', url: facts.url },
        }),
        received: (facts) => ({
          subject: `Order ${facts.order.number} has arrived`,
          lines: [
            `Hello ${facts.name},`,
            `${facts.other} has received order ${facts.order.number}.`,
            ...(facts.order.payment.method === 'cash'
              ? [`Once you have the ${total(facts)} in cash, please mark the order as paid.`]
              : []),
          ],
          action: { label: 'Open the order', url: facts.url },
        }),
      },
    },
  },
  // A draft, which a speaker must review before it is called finished.
  sw: {
    placed: (facts) => ({
      subject: `Oda yako ${facts.order.number}`,
      lines: [
        `Habari ${facts.name},`,
        `Asante. ${facts.other} amepata oda yako ${facts.order.number}, na tutakuandikia inapoendelea.`,
        ...sums(facts.order, kiswahili),
        ...wapi(facts.order),
        jinsiYaKulipa(facts),
      ],
      action: { label: 'Fungua oda yako', url: facts.url },
    }),
    sold: (facts) => ({
      subject: `Oda mpya ${facts.order.number}`,
      lines: [
        `Habari ${facts.name},`,
        `${facts.other} ameagiza kutoka kwako. Tafadhali thibitisha oda, au uifute na utaje sababu.`,
        ...sums(facts.order, kiswahili),
        facts.order.delivery === 'delivery' ? `Itume kwa: ${facts.order.address}` : 'Mnunuzi ataichukua mwenyewe.',
        `Simu ya mnunuzi: ${facts.order.phone}`,
        facts.order.payment.method === 'cash'
          ? 'Mnunuzi atalipa taslimu.'
          : `Mnunuzi atalipa kwa M-Pesa. ${facts.order.payment.reference ? `Msimbo wake: ${facts.order.payment.reference}` : 'Bado hajatoa msimbo.'}`,
      ],
      action: { label: 'Fungua oda', url: facts.url },
    }),
    code: (facts) => ({
      subject: `Msimbo wa M-Pesa wa oda ${facts.order.number}`,
      lines: [
        `Habari ${facts.name},`,
        `${facts.other} anasema oda ${facts.order.number} imelipwa: ${total(facts)}, msimbo wa M-Pesa ${facts.order.payment.reference}.`,
        'Tafadhali linganisha msimbo huo na ujumbe wako kabla ya kuonyesha kwamba oda imelipwa.',
      ],
      action: { label: 'Fungua oda', url: facts.url },
    }),
    moves: {
      buyer: {
        confirmed: (facts) => ({
          subject: `Oda ${facts.order.number} imethibitishwa`,
          lines: [
            `Habari ${facts.name},`,
            `${facts.other} amethibitisha oda yako ${facts.order.number}.`,
            jinsiYaKulipa(facts),
          ],
          action: { label: 'Fungua oda yako', url: facts.url },
        }),
        paid: (facts) => ({
          subject: `Oda ${facts.order.number} imelipwa`,
          lines: [
            `Habari ${facts.name},`,
            `${facts.other} amepokea malipo yako ya ${total(facts)} ya oda ${facts.order.number}. Asante.`,
          ],
          action: { label: 'Fungua oda yako', url: facts.url },
        }),
        sent: (facts) => ({
          subject:
            facts.order.delivery === 'delivery'
              ? `Oda ${facts.order.number} iko njiani`
              : `Oda ${facts.order.number} iko tayari kuchukuliwa`,
          lines: [
            `Habari ${facts.name},`,
            facts.order.delivery === 'delivery'
              ? `${facts.other} ametuma oda yako ${facts.order.number}.`
              : `${facts.other} ameandaa oda yako ${facts.order.number}.`,
            ...wapi(facts.order),
            'Tafadhali onyesha kwenye ukurasa wa oda yako utakapoipokea.',
          ],
          action: { label: 'Fungua oda yako', url: facts.url },
        }),
        cancelled: (facts) => ({
          subject: `Oda ${facts.order.number} imefutwa`,
          lines: [
            `Habari ${facts.name},`,
            facts.reason === null
              ? `Oda yako ${facts.order.number} imefutwa, kwa kuwa muuzaji wake ameondoka ${facts.site}.`
              : `${facts.other} amefuta oda yako ${facts.order.number}. Sababu yake: ${facts.reason}`,
            ...(facts.order.payment.reference
              ? [
                  `Kama umelipa (msimbo wa M-Pesa ${facts.order.payment.reference}), tafadhali mwombe muuzaji akurudishie pesa.`,
                ]
              : []),
          ],
          action: { label: 'Fungua oda yako', url: facts.url },
        }),
        refunded: (facts) => ({
          subject: `Pesa za oda ${facts.order.number} zinarudishwa`,
          lines: [
            `Habari ${facts.name},`,
            `${facts.other} anakurudishia ${total(facts)} za oda ${facts.order.number}. Sababu yake: ${facts.reason}`,
          ],
          action: { label: 'Fungua oda yako', url: facts.url },
        }),
      },
      seller: {
        cancelled: (facts) => ({
          subject: `Oda ${facts.order.number} imefutwa`,
          lines: [
            `Habari ${facts.name},`,
            `${facts.other} amefuta oda ${facts.order.number}. Bidhaa zinauzwa tena.`,
            ...(facts.reason === null ? [] : [`Sababu yake: ${facts.reason}`]),
            ...(facts.order.payment.reference
              ? [
                  `Alikuwa ametoa msimbo wa M-Pesa ${facts.order.payment.reference}. Kama pesa hizo zilifika, tafadhali zirudishe.`,
                ]
              : []),
          ],
          action: { label: 'Fungua oda', url: facts.url },
        }),
        received: (facts) => ({
          subject: `Oda ${facts.order.number} imefika`,
          lines: [
            `Habari ${facts.name},`,
            `${facts.other} amepokea oda ${facts.order.number}.`,
            ...(facts.order.payment.method === 'cash'
              ? [`Ukishapata ${total(facts)} taslimu, tafadhali onyesha kwamba oda imelipwa.`]
              : []),
          ],
          action: { label: 'Fungua oda', url: facts.url },
        }),
      },
    },
  },
}
