import type { ReactNode } from 'react'
import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { bylineOf, SentenceBy } from '#content/entry/page/author.tsx'
import { creditOf, EntryTile } from '#content/media/summary/tile.tsx'
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
  action?: ReactNode
}

/** A product on a page with the script of the dashboard: first picture, name, maker, price and stock. */
export function ProductCard({ product, level, action }: Props) {
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
      picture={<CardPicture entry={product} picture={images[0]} field="ochre" look="tall" />}
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

/** A product in a `<ul className="tiles">` of a reading page. */
export function ProductTile({ product, opening }: { product: Product; opening: boolean }) {
  const { images, maker, madeBy, seller, price, currency } = product
  const none = { gloss: null, phonetic: false, language: null, place: null, startDate: null, endDate: null }
  const entry = {
    ...product,
    ...none,
    kind: kind.type,
    cover: images[0] ?? null,
    credit: maker,
    madeBy,
    cancelled: false,
  }
  const by = creditOf(entry) ?? (seller && bylineOf(seller, ''))
  return (
    <EntryTile
      entry={entry}
      level={2}
      opening={opening}
      by={by}
      note={money(price, currency)}
      action={<span className="small dim">{stockOf(product)}</span>}
    />
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
