import type { ReactNode } from 'react'
import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { SentenceBy } from '#content/entry/page/author.tsx'
import { money } from '#text/money.ts'
import type { Target } from '#ui/anchor.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { kind } from './kind.ts'
import type { Product } from './schema.ts'
import { text } from './text.ts'

type Props = {
  product: Product
  level?: 2 | 3
  /** One button for this product. */
  action?: ReactNode
  /** True for the first product of a reading page. */
  opening?: boolean
}

/** A product in a list: first picture, name, maker, price and stock. */
export function ProductCard({ product, level, action, opening }: Props) {
  const { name, maker, madeBy, seller, price, currency, images, section } = product
  const left = <span className="small dim">{stockOf(product)}</span>
  const ofMaker = madeBy ? <SentenceBy author={madeBy} say={text.by} /> : maker && text.by(maker)
  const by = ofMaker || (seller && <SentenceBy author={seller} say={text.soldBy} />)
  return (
    <EntryCard
      entry={product}
      kind={kind}
      label={text.sections[section]}
      title={name}
      level={level}
      picture={<CardPicture entry={product} picture={images[0]} field="ochre" look="tall" opening={opening} />}
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
    </EntryCard>
  )
}

/** Says that no product matches the search. The link leads to all of them. */
export function NoMatch(all: Target) {
  return (
    <EmptyState
      slim
      plain
      title={text.noMatch}
      actions={
        <ButtonLink variant="line" {...all}>
          {text.all}
        </ButtonLink>
      }
    >
      {text.noMatchHelp}
    </EmptyState>
  )
}

/** Returns the number in stock, or why the product can't be ordered. */
export function stockOf({ sale, stock }: Pick<Product, 'sale' | 'stock'>): string {
  if (sale === 'closed') return text.closed
  return sale === 'soldOut' ? text.soldOut : text.inStock(stock)
}
