import { z } from 'zod'
import { Author, Entry, EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { ListedPicture, Pictures } from '#content/media/schema.ts'
import { line, searchTerm, text } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export const currency = 'KES' as const

/** General trade terms, so that no community has to use another's categories for what it makes. */
export const sections = [
  'crafts',
  'clothing',
  'jewellery',
  'household',
  'instruments',
  'food',
  'books',
  'other',
] as const
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

/** `open`: can be ordered; `soldOut`: out of stock; `closed`: not for sale for another reason. */
export const Sale = z.enum(['open', 'soldOut', 'closed'])
export type Sale = z.infer<typeof Sale>

/**
 * `title` and `seller` are aliases of `name` and `author` (spec 22.5). `price` is in minor units: 5000 is KES 50.00.
 */
export const Product = Entry.extend({
  name: z.string(),
  description: z.string().nullable(),
  price: z.number().int(),
  currency: z.literal(currency),
  stock: z.number().int(),
  /** The maker's name, if that isn't the seller. */
  maker: z.string().nullable(),
  /** The maker, if that is a member with a page. */
  madeBy: Author.nullable(),
  section: Section,
  images: z.array(ListedPicture),
  seller: Author.nullable(),
  sale: Sale,
})
export type Product = z.infer<typeof Product>

const fields = {
  name: line(200),
  description: unlessEmpty(text(10_000)),
  price: z.number().int().min(100).max(100_000_000),
  stock: z.number().int().min(0).max(100_000),
  maker: unlessEmpty(line(200)),
  /** The maker, if that is a member; replaces the name in `maker`. Null for makers who aren't members. */
  makerId: z.uuid().nullish(),
  section: Section,
  images: Pictures,
}

export const NewProduct = z.object({
  ...fields,
  section: fields.section.default('other'),
  images: fields.images.default([]),
  ...NewEntrySettings,
})
export type NewProduct = z.output<typeof NewProduct>

export const ProductChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

/** `mine`: the caller's own products, including drafts. */
export const ProductQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  section: Section.optional(),
  seller: z.uuid().optional(),
  sort: z.enum(['latest', 'cheapest', 'dearest']).default('latest'),
  mine: z.stringbool().default(false),
})
