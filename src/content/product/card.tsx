import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { money } from '#ui/formats.ts'
import { KindLabel } from '#ui/labels.tsx'
import { CardPicture } from '../entry/card-picture.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { StandingMark } from '../entry/standing.tsx'
import type { Product } from './schema.ts'
import { text } from './text.ts'

/** The address of the public list; `routes.ts` says the same. */
export const shop = '/shop'
export const productPage = (id: string) => `${shop}/${id}`
export const contributePage = '/contribute/products'

type Props = {
  product: Product
  level?: 2 | 3
  /** What can be done with it here: one button. */
  action?: ReactNode
}

/** A product in a list: its first picture, name, maker, price, and how many there are. */
export function ProductCard({ product, level = 2, action }: Props) {
  const { id, name, maker, seller, price, currency, images, section } = product
  const left = <span className="small dim">{stockOf(product)}</span>
  const by = maker ? text.by(maker) : seller && text.soldBy(seller.name)
  return (
    <Card
      as="li"
      level={level}
      picture={<CardPicture entry={product} picture={images[0]} field="ochre" look="tall" />}
      kind={
        <>
          <KindLabel kind="article" icon="bag" label={text.sections[section]} />{' '}
          <StandingMark entry={product} words={text} />
        </>
      }
      title={<a href={productPage(id)}>{name}</a>}
      byline={
        <p>
          <b className="t1">{money(price, currency)}</b>
          {action && <br />}
          {action && left}
        </p>
      }
      action={action ?? left}
    >
      {by && <p className="dim">{by}</p>}
      <LabelMarks entry={product} />
    </Card>
  )
}

/** How many there are, or why there are none to order. */
export function stockOf({ sale, stock }: Pick<Product, 'sale' | 'stock'>): string {
  if (sale === 'closed') return text.closed
  return sale === 'soldOut' ? text.soldOut : text.inStock(stock)
}
