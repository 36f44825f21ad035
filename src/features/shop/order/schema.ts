import { z } from 'zod'
import { Author } from '#content/entry/schema.ts'
import { mostLines, mostPieces } from '#content/product/limits.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { mpesaCode } from './mpesa-code.ts'

/** M-Pesa: placed → confirmed → paid → sent → received. Cash: placed → confirmed → sent → received → paid. */
export const Status = z.enum(['placed', 'confirmed', 'paid', 'sent', 'received', 'cancelled', 'refunded'])
export type Status = z.infer<typeof Status>

export const Delivery = z.enum(['delivery', 'collection'])
export type Delivery = z.infer<typeof Delivery>
export const Method = z.enum(['cash', 'mpesa'])
export type Method = z.infer<typeof Method>

export const Reference = z.string().trim().toUpperCase().regex(mpesaCode)

/** Ids are in lower case, so that one product isn't ordered as two. */
export const ProductId = z.uuid().toLowerCase()
export const Quantity = z.number().int().min(1).max(mostPieces)

/** `price` is the one that the buyer saw. If the current price differs, the answer is 409 `price_changed`. */
const OrderItem = z.object({ productId: ProductId, quantity: Quantity, price: z.number().int().optional() })

/** Goods of one seller (spec 15.4). The address is required for delivery only. */
export const NewOrder = z.object({
  items: z.array(OrderItem).min(1).max(mostLines),
  delivery: Delivery,
  address: text(500).default(''),
  phone: line(40),
  payment: z.object({ method: Method, reference: Reference.optional() }),
})
export type NewOrder = z.output<typeof NewOrder>

/** `page` is true for a seller whose page the caller can open. */
const Person = Author.omit({ avatar: true })

/** An order in a list. Amounts are in minor units. */
export const OrderBrief = z.object({
  id: z.uuid(),
  /** Order number, unique on the site. */
  number: z.number().int(),
  status: Status,
  /** Buyer and seller are null once they have left. */
  buyer: Person.nullable(),
  seller: Person.nullable(),
  pieces: z.number().int(),
  total: z.number().int(),
  currency: z.string(),
  delivery: Delivery,
  payment: z.object({ method: Method, reference: z.string().nullable() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Steps that the caller can take now, the usual one first for each party that they act for. */
  moves: z.array(Status),
})
export type OrderBrief = z.infer<typeof OrderBrief>

export const Order = OrderBrief.extend({
  /** The items as they were when the order was placed. `productId` is null once the product is deleted. */
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
  /** The seller's current payment and collection details. */
  payTo: z.string(),
  collectAt: z.string(),
  /** The steps, oldest first. `by` is null once the person has left. */
  history: z.array(
    z.object({ status: Status, at: z.iso.datetime(), by: Person.nullable(), reason: z.string().nullable() }),
  ),
})
export type Order = z.infer<typeof Order>
export const Orders = Page(OrderBrief)

/**
 * Finds the caller's own orders, or those placed with them as a seller (also as `csv`), newest first. `q` is an order
 * number, or part of the other party's name.
 */
export const OrderQuery = PageQuery.extend({
  as: z.enum(['buyer', 'seller']).default('buyer'),
  status: Status.optional(),
  q: searchTerm(200).default(''),
  format: z.enum(['json', 'csv']).default('json'),
})
export type OrderQuery = z.output<typeof OrderQuery>

/** A seller's cancellation and a refund require a reason. */
export const Move = z.object({ id: z.uuid(), status: Status, reason: text(1000).optional() })
/** The code in the buyer's M-Pesa message, for an unpaid order. */
export const Paid = z.object({ id: z.uuid(), reference: Reference })
