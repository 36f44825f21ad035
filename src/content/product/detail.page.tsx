import { data } from 'react-router'
import { hasRole } from '#core/permission.ts'
import { money } from '#ui/formats.ts'
import { Facts } from '#ui/list.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { changePageOf } from '../entry/address.ts'
import { mayChange, mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { Foot } from '../entry/foot.tsx'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ById } from '../entry/schema.ts'
import { StandingMark } from '../entry/standing.tsx'
import { PictureChoice } from '../media/picture-choice.tsx'
import type { Route } from './+types/detail.page.ts'
import { AddToCart } from './add-to-cart.tsx'
import { productPage, shop, stockOf } from './card.tsx'
import { CartLink } from './cart-link.tsx'
import { offerOf } from './offer.ts'
import { text } from './text.ts'

export const handle = { current: shop }

/** A product, with what it belongs to. What is no id is nothing at this address. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  const [product, links, cart] = await Promise.all([
    api.product.get(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
    viewer?.admitted ? api.cart.get({}) : undefined,
  ])
  const shown = Number(new URL(request.url).searchParams.get('picture') ?? 1)
  const own = viewer !== null && viewer.id === product.seller?.id
  const mayAsk = own || hasRole(viewer, 'keeper')
  const may = { change: mayChange(viewer, product), ask: mayAsk, link: mayLink(viewer, product) }
  return { product, links, shown, signedIn: viewer !== null, pieces: cart?.pieces ?? 0, own, may }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { product } = given.loaderData
  const { id, name, description, maker, section, images } = product
  const schema = {
    '@type': 'Product',
    sku: id,
    category: text.sections[section],
    manufacturer: maker ? { '@type': 'Person', name: maker } : undefined,
    offers: offerOf(product, addressIn(given, productPage(id))),
  }
  const said = [money(product.price, product.currency), description ?? name].join('. ')
  return entryHead(given, product, { description: said, schema, files: images })
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, links, shown, signedIn, pieces, own, may } = loaderData
  const { id, name, description, price, currency, maker, seller, section, sale } = product
  const { facts } = text
  const ofSection = <a href={`${shop}?section=${section}`}>{text.sections[section]}</a>
  return (
    <div className="wrap content stack gap-6">
      <div className="row split">
        <p>
          <a className="back" href={shop}>
            {text.title}
          </a>
        </p>
        <p className="noprint">
          <CartLink pieces={pieces} />
        </p>
      </div>
      <HiddenNote entry={product} />
      <LabelNote entry={product} />
      <div className="grid g75">
        <div className="stack">
          <Covered entry={product}>
            <PictureChoice entry={product} page={productPage(id)} shown={shown} />
          </Covered>
        </div>
        <div className="stack gap-5">
          <div className="stack gap-2">
            <h1>{name}</h1>
            {maker && <p className="lead dim">{text.by(maker)}</p>}
            <p>
              <StandingMark entry={product} words={text} />
            </p>
          </div>
          <div className="row baseline">
            <p className="t3 heavy">{money(price, currency)}</p>
            <p className={sale === 'open' ? 'dim' : 'strong'}>{stockOf(product)}</p>
          </div>
          {sale === 'open' && !own && (
            <>
              <AddToCart product={product} signedIn={signedIn} />
              <p className="small dim">{text.delivery}</p>
            </>
          )}
          {description && <p className="lines">{description}</p>}
          <Facts
            rows={[
              [facts.maker, maker],
              [facts.seller, seller?.name],
              [facts.section, ofSection],
            ]}
          />
        </div>
      </div>
      <Related id={id} links={links} mayLink={may.link} />
      <Foot
        entry={product}
        change={may.change ? { page: changePageOf(product), label: text.change } : null}
        asks={may.ask}
      />
    </div>
  )
}
