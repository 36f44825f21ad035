import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'
import { money } from '#text/money.ts'
import type { Order, Status } from './schema.ts'
import type { Side } from './transitions.ts'

// These are all the emails about an order, to its buyer and its seller.

/** `other` is the other party; `reason` explains a cancellation or refund, if one was given. */
type Facts = { site: string; other: string; order: Order; reason: string | null }
type Write = (facts: Facts) => MailText

type OrderTexts = {
  /** The button of each party's emails. */
  actions: Record<Side, string>
  /** Shown in place of the name of a party whose account was deleted. */
  former: string
  /** Email to the seller when the buyer has entered their M-Pesa code. */
  code: Write
  /** Emails to the party that didn't make the change. `placed` is emailed to both. */
  moves: Record<Side, Partial<Record<Status, Write>>>
}

type SumWords = { goods: string; shipping: string; tax: string; total: string }

function sums({ items, subtotal, shipping, tax, total, currency }: Order, words: SumWords): string[] {
  const format = (amount: number) => money(amount, currency)
  return [
    ...items.map(({ name, quantity, amount }) => `${quantity} × ${name}: ${format(amount)}`),
    `${words.goods}: ${format(subtotal)}`,
    `${words.shipping}: ${format(shipping)}`,
    `${words.tax}: ${format(tax)}`,
    `${words.total}: ${format(total)}`,
  ]
}

function total({ order }: Facts): string {
  return money(order.total, order.currency)
}

const english = { goods: 'Subtotal', shipping: 'Delivery', tax: 'Tax', total: 'Total' }
const kiswahili = { goods: 'Jumla ndogo', shipping: 'Usafirishaji', tax: 'Kodi', total: 'Jumla' }

function whereTo({ delivery, address, collectAt }: Order): string[] {
  if (delivery === 'delivery') return [`Delivery address: ${address}`]
  return [collectAt === '' ? 'Collect it from the seller.' : `Collect it at: ${collectAt}`]
}

function wapi({ delivery, address, collectAt }: Order): string[] {
  if (delivery === 'delivery') return [`Anwani ya kupeleka: ${address}`]
  return [collectAt === '' ? 'Ichukue kwa muuzaji.' : `Ichukue hapa: ${collectAt}`]
}

function howToPay(facts: Facts): string {
  const { payment, payTo } = facts.order
  if (payment.method === 'cash') return `Pay ${total(facts)} in cash when you receive your order.`
  if (payment.reference)
    return `Your M-Pesa code is ${payment.reference}. The seller will check it against their own M-Pesa message.`
  const to = payTo === '' ? '' : ` Pay to: ${payTo}.`
  return `Please pay ${total(facts)} by M-Pesa.${to} Then open your order and enter the code from your M-Pesa message.`
}

function jinsiYaKulipa(facts: Facts): string {
  const { payment, payTo } = facts.order
  if (payment.method === 'cash') return `Lipa ${total(facts)} taslimu utakapoipokea oda yako.`
  if (payment.reference)
    return `Msimbo wako wa M-Pesa ni ${payment.reference}. Muuzaji ataulinganisha na ujumbe wake wa M-Pesa.`
  const to = payTo === '' ? '' : ` Lipa kwa: ${payTo}.`
  return `Tafadhali lipa ${total(facts)} kwa M-Pesa.${to} Kisha fungua oda yako na uandike msimbo ulio kwenye ujumbe wako wa M-Pesa.`
}

export const mailTexts: Record<Language, OrderTexts> = {
  en: {
    actions: { buyer: 'View your order', seller: 'View order' },
    former: 'A former member',
    code: (facts) => ({
      subject: `M-Pesa code for order ${facts.order.number}`,
      lines: [
        `${facts.other} says they paid ${total(facts)} for order ${facts.order.number}. Their M-Pesa code is ${facts.order.payment.reference}.`,
        'Please check the code against your own M-Pesa message before you mark the order as paid.',
      ],
    }),
    moves: {
      buyer: {
        placed: (facts) => ({
          subject: `You placed order ${facts.order.number}`,
          lines: [
            `Thank you. We’ve passed your order ${facts.order.number} on to the seller, ${facts.other}. We’ll email you when its status changes.`,
            ...sums(facts.order, english),
            ...whereTo(facts.order),
            howToPay(facts),
          ],
        }),
        confirmed: (facts) => ({
          subject: `Order ${facts.order.number} is confirmed`,
          lines: [`${facts.other} confirmed your order ${facts.order.number}.`, howToPay(facts)],
        }),
        paid: (facts) => ({
          subject: `Payment received for order ${facts.order.number}`,
          lines: [
            `${facts.other} received your payment of ${total(facts)} for order ${facts.order.number}. Thank you.`,
          ],
        }),
        sent: (facts) => ({
          subject:
            facts.order.delivery === 'delivery'
              ? `Order ${facts.order.number} is on its way`
              : `Order ${facts.order.number} is ready to collect`,
          lines: [
            facts.order.delivery === 'delivery'
              ? `${facts.other} sent your order ${facts.order.number}.`
              : `Your order ${facts.order.number} from ${facts.other} is ready to collect.`,
            ...whereTo(facts.order),
            'When you have it, please open your order and choose “I’ve received it”.',
          ],
        }),
        cancelled: (facts) => ({
          subject: `Order ${facts.order.number} was cancelled`,
          lines: [
            facts.reason === null
              ? `Your order ${facts.order.number} was cancelled because the seller left ${facts.site}.`
              : `${facts.other} cancelled your order ${facts.order.number}. Their reason: ${facts.reason}`,
            ...(facts.order.payment.reference
              ? [
                  `If you’ve already paid (M-Pesa code ${facts.order.payment.reference}), please ask the seller for a refund.`,
                ]
              : []),
          ],
        }),
        refunded: (facts) => ({
          subject: `Order ${facts.order.number} was refunded`,
          lines: [
            `${facts.other} refunded ${total(facts)} for order ${facts.order.number}. Their reason: ${facts.reason}`,
          ],
        }),
      },
      seller: {
        placed: (facts) => ({
          subject: `New order ${facts.order.number}`,
          lines: [
            `${facts.other} placed an order with you. Please confirm it, or cancel it and give a reason.`,
            ...sums(facts.order, english),
            facts.order.delivery === 'delivery'
              ? `Delivery address: ${facts.order.address}`
              : 'The buyer will collect it.',
            `Buyer’s phone number: ${facts.order.phone}`,
            facts.order.payment.method === 'cash'
              ? 'The buyer will pay in cash.'
              : facts.order.payment.reference
                ? `The buyer says they paid by M-Pesa. Their code: ${facts.order.payment.reference}`
                : 'The buyer will pay by M-Pesa and hasn’t entered a code yet.',
          ],
        }),
        cancelled: (facts) => ({
          subject: `Order ${facts.order.number} was cancelled`,
          lines: [
            `${facts.other} cancelled order ${facts.order.number}. The items are back in your shop.`,
            ...(facts.reason === null ? [] : [`Their reason: ${facts.reason}`]),
            ...(facts.order.payment.reference
              ? [
                  `They had entered the M-Pesa code ${facts.order.payment.reference}. If you received the money, please send it back.`,
                ]
              : []),
          ],
        }),
        received: (facts) => ({
          subject: `The buyer has received order ${facts.order.number}`,
          lines: [
            `${facts.other} received order ${facts.order.number}.`,
            ...(facts.order.payment.method === 'cash'
              ? [`Once you’ve received the ${total(facts)} in cash, please mark the order as paid.`]
              : []),
          ],
        }),
      },
    },
  },
  // This is a draft. A Kiswahili speaker must review it before it is final.
  sw: {
    actions: { buyer: 'Tazama oda yako', seller: 'Tazama oda' },
    former: 'Mwanachama wa zamani',
    code: (facts) => ({
      subject: `Msimbo wa M-Pesa wa oda ${facts.order.number}`,
      lines: [
        `${facts.other} anasema amelipa ${total(facts)} kwa oda ${facts.order.number}. Msimbo wake wa M-Pesa ni ${facts.order.payment.reference}.`,
        'Tafadhali linganisha msimbo huo na ujumbe wako wa M-Pesa kabla ya kuweka oda kuwa imelipwa.',
      ],
    }),
    moves: {
      buyer: {
        placed: (facts) => ({
          subject: `Oda yako ${facts.order.number}`,
          lines: [
            `Asante. Tumempa muuzaji, ${facts.other}, oda yako ${facts.order.number}. Tutakuandikia hali yake ikibadilika.`,
            ...sums(facts.order, kiswahili),
            ...wapi(facts.order),
            jinsiYaKulipa(facts),
          ],
        }),
        confirmed: (facts) => ({
          subject: `Oda ${facts.order.number} imethibitishwa`,
          lines: [`${facts.other} amethibitisha oda yako ${facts.order.number}.`, jinsiYaKulipa(facts)],
        }),
        paid: (facts) => ({
          subject: `Malipo ya oda ${facts.order.number} yamepokelewa`,
          lines: [`${facts.other} amepokea malipo yako ya ${total(facts)} ya oda ${facts.order.number}. Asante.`],
        }),
        sent: (facts) => ({
          subject:
            facts.order.delivery === 'delivery'
              ? `Oda ${facts.order.number} iko njiani`
              : `Oda ${facts.order.number} iko tayari kuchukuliwa`,
          lines: [
            facts.order.delivery === 'delivery'
              ? `${facts.other} ametuma oda yako ${facts.order.number}.`
              : `Oda yako ${facts.order.number} kutoka kwa ${facts.other} iko tayari kuchukuliwa.`,
            ...wapi(facts.order),
            'Ukishaipokea, tafadhali fungua oda yako na uchague “Nimeipokea”.',
          ],
        }),
        cancelled: (facts) => ({
          subject: `Oda ${facts.order.number} imefutwa`,
          lines: [
            facts.reason === null
              ? `Oda yako ${facts.order.number} imefutwa kwa sababu muuzaji ameondoka ${facts.site}.`
              : `${facts.other} amefuta oda yako ${facts.order.number}. Sababu yake: ${facts.reason}`,
            ...(facts.order.payment.reference
              ? [
                  `Kama tayari umelipa (msimbo wa M-Pesa ${facts.order.payment.reference}), tafadhali mwombe muuzaji akurudishie pesa.`,
                ]
              : []),
          ],
        }),
        refunded: (facts) => ({
          subject: `Pesa za oda ${facts.order.number} zimerudishwa`,
          lines: [
            `${facts.other} amekurudishia ${total(facts)} za oda ${facts.order.number}. Sababu yake: ${facts.reason}`,
          ],
        }),
      },
      seller: {
        placed: (facts) => ({
          subject: `Oda mpya ${facts.order.number}`,
          lines: [
            `${facts.other} ameagiza kutoka kwako. Tafadhali thibitisha oda, au uifute na utoe sababu.`,
            ...sums(facts.order, kiswahili),
            facts.order.delivery === 'delivery'
              ? `Anwani ya kupeleka: ${facts.order.address}`
              : 'Mnunuzi ataichukua mwenyewe.',
            `Nambari ya simu ya mnunuzi: ${facts.order.phone}`,
            facts.order.payment.method === 'cash'
              ? 'Mnunuzi atalipa taslimu.'
              : facts.order.payment.reference
                ? `Mnunuzi anasema amelipa kwa M-Pesa. Msimbo wake: ${facts.order.payment.reference}`
                : 'Mnunuzi atalipa kwa M-Pesa na bado hajaweka msimbo.',
          ],
        }),
        cancelled: (facts) => ({
          subject: `Oda ${facts.order.number} imefutwa`,
          lines: [
            `${facts.other} amefuta oda ${facts.order.number}. Bidhaa zimerudi kwenye duka lako.`,
            ...(facts.reason === null ? [] : [`Sababu yake: ${facts.reason}`]),
            ...(facts.order.payment.reference
              ? [
                  `Alikuwa ameweka msimbo wa M-Pesa ${facts.order.payment.reference}. Kama ulipokea pesa hizo, tafadhali zirudishe.`,
                ]
              : []),
          ],
        }),
        received: (facts) => ({
          subject: `Mnunuzi amepokea oda ${facts.order.number}`,
          lines: [
            `${facts.other} amepokea oda ${facts.order.number}.`,
            ...(facts.order.payment.method === 'cash'
              ? [`Ukishapokea ${total(facts)} taslimu, tafadhali weka oda kuwa imelipwa.`]
              : []),
          ],
        }),
      },
    },
  },
}
