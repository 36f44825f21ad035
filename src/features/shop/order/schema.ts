import { z } from 'zod'
import { mostLines, mostPieces } from '#content/product/most.ts'
import { Page, PageQuery } from '#core/page.ts'
import { line, text } from '#core/text.ts'
import { mpesaCode } from './mpesa-code.ts'

/** With M-Pesa placed → confirmed → paid → sent → received; with cash confirmed → sent → received → paid. */
export const Status = z.enum(['placed', 'confirmed', 'paid', 'sent', 'received', 'cancelled', 'refunded'])
export type Status = z.infer<typeof Status>

export const Delivery = z.enum(['delivery', 'collection'])
export type Delivery = z.infer<typeof Delivery>
export const Method = z.enum(['cash', 'mpesa'])
export type Method = z.infer<typeof Method>

export const Reference = z.string().trim().toUpperCase().regex(mpesaCode)

/** Written in one way, so that one product is not ordered as two. */
export const ProductId = z.uuid().toLowerCase()
export const Quantity = z.number().int().min(1).max(mostPieces)

/** `price` is what the buyer saw: another one now is 409 `price_changed`. */
const Wanted = z.object({ productId: ProductId, quantity: Quantity, price: z.number().int().optional() })

/** Goods of one seller (PRODUCT §3). The address is needed for delivery alone. */
export const NewOrder = z.object({
  items: z.array(Wanted).min(1).max(mostLines),
  delivery: Delivery,
  address: text(500).default(''),
  phone: line(40),
  payment: z.object({ method: Method, reference: Reference.optional() }),
})
export type NewOrder = z.output<typeof NewOrder>

const Person = z.object({ id: z.uuid(), name: z.string() })

/** What an order is in a list. Amounts in minor units. */
export const OrderBrief = z.object({
  id: z.uuid(),
  /** What people call it, unique on the site. */
  number: z.number().int(),
  status: Status,
  /** Null once they have left. */
  buyer: Person.nullable(),
  seller: Person.nullable(),
  /** How many pieces. */
  pieces: z.number().int(),
  total: z.number().int(),
  currency: z.string(),
  delivery: Delivery,
  payment: z.object({ method: Method, reference: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** What the caller may make of it now, the usual one first. */
  moves: z.array(Status),
})
export type OrderBrief = z.infer<typeof OrderBrief>

export const Order = OrderBrief.extend({
  /** As they were when it was placed. `productId` is null once the product is gone. */
  items: z.array(
    z.object({
      productId: z.uuid().nullable(),
      name: z.string(),
      price: z.number().int(),
      quantity: z.number().int(),
      amount: z.number().int(),
    }),
  ),
  subtotal: z.number().int(),
  shipping: z.number().int(),
  tax: z.number().int(),
  address: z.string(),
  phone: z.string(),
  /** How the seller is paid and where goods are collected, as they say now. */
  payTo: z.string(),
  collectAt: z.string(),
  /** Oldest first. `by` is null once they have left. */
  history: z.array(
    z.object({ status: Status, at: z.iso.datetime(), by: Person.nullable(), reason: z.string().nullable() }),
  ),
})
export type Order = z.infer<typeof Order>
export const Orders = Page(OrderBrief)

/**
 * The caller's own orders, or those to them as a seller (these as `csv` too); newest first. `q`: a number, or a part of the
 * other one's name.
 */
export const OrderQuery = PageQuery.extend({
  as: z.enum(['buyer', 'seller']).default('buyer'),
  status: Status.optional(),
  q: text(200).default(''),
  format: z.enum(['json', 'csv']).default('json'),
})
export type OrderQuery = z.output<typeof OrderQuery>

/** A reason is needed to cancel as the seller, and to refund. */
export const Move = z.object({ id: z.uuid(), status: Status, reason: text(1000).optional() })
/** The code that the buyer read in their M-Pesa message, while it is not paid. */
export const Paid = z.object({ id: z.uuid(), reference: Reference })
