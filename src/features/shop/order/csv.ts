import { csvLine } from '#text/csv.ts'
import type { orderLines } from './queries.ts'

const head = [
  ...['Number', 'Ordered', 'Status', 'Buyer', 'Phone Number', 'Delivery', 'Address', 'Goods', 'Subtotal', 'Shipping'],
  ...['Tax', 'Total', 'Currency', 'Payment', 'M-Pesa Code'],
]

/** Yields a seller's orders as CSV, with times in Nairobi's time zone and amounts with two decimals. */
export async function* csvOf(orders: ReturnType<typeof orderLines>): AsyncGenerator<string> {
  yield csvLine(head)
  for await (const order of orders) {
    const { number, ordered, status, buyerName, phone, delivery, address, goods, currency, method, reference } = order
    const { subtotal, shipping, tax, total } = order
    yield csvLine([
      ...[String(number), ordered ?? '', status, buyerName ?? ''],
      ...[phone, delivery, address, goods ?? ''],
      ...[subtotal, shipping, tax, total].map((amount) => (amount / 100).toFixed(2)),
      ...[currency, method, reference ?? ''],
    ])
  }
}
