import { changePageOf } from '#content/entry/address.ts'
import { Related } from '#content/entry/link/related.tsx'
import { MakerName } from '#content/entry/maker/name.tsx'
import { EntryActions } from '#content/entry/page/actions.tsx'
import { AuthorName, SentenceBy } from '#content/entry/page/author.tsx'
import { entryHead, personIn, schemaOf } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { Share } from '#content/entry/page/share.tsx'
import { StateLine } from '#content/entry/visibility/state-mark.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { PictureChoice } from '#content/media/form/picture-choice.tsx'
import { Similar } from '#content/media/summary/columns.tsx'
import { money } from '#text/money.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Facts } from '#ui/list/list.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/detail.page.ts'
import { stockOf } from './card.tsx'
import { CartLink } from './cart-link.tsx'
import { kind } from './kind.ts'
import { mostPieces } from './limits.ts'
import { offerOf } from './offer.ts'
import { mayOrderFrom } from './policy.ts'
import type { Product } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: kind.list }

/** Loads a product with its links. Answers 404 for a malformed id. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const [{ entry: product, links, around }, cart] = await Promise.all([
    loadEntry({ context, params }, kind.type),
    viewer?.admitted ? context.get(apiContext).cart.get({}) : undefined,
  ])
  const pictureNumber = Number(new URL(request.url).searchParams.get('picture') ?? 1)
  // A guest who orders is asked to log in.
  const mayOrder = viewer === null || mayOrderFrom(viewer, product.seller?.id)
  return { product, links, around, pictureNumber, signedIn: viewer !== null, pieces: cart?.pieces ?? 0, mayOrder }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { product } = args.loaderData
  const { id, name, description, maker, madeBy, section, images } = product
  const schema = {
    ...schemaOf(kind),
    sku: id,
    category: text.sections[section],
    manufacturer: personIn(args, madeBy) ?? (maker ? { '@type': 'Person', name: maker } : undefined),
    offers: offerOf(product, addressIn(args, `${kind.page}/${id}`)),
  }
  const summary = [money(product.price, product.currency), description ?? name].join('. ')
  return entryHead(args, product, { description: summary, schema, files: images })
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, links, around, pictureNumber, signedIn, pieces, mayOrder } = loaderData
  const { id, name, description, price, currency, maker, madeBy, seller, section, sale } = product
  const { facts } = text
  const ofSection = <a href={`${kind.list}?section=${section}`}>{text.sections[section]}</a>
  return (
    <div className="wrap content stack gap-6">
      <div className="row split">
        <p>
          <a className="back" href={kind.list}>
            {text.title}
          </a>
        </p>
        <p className="noprint">
          <CartLink pieces={pieces} />
        </p>
      </div>
      <EntryNotes entry={product} />
      <div className="grid g75">
        <div className="stack">
          <Covered entry={product}>
            <PictureChoice entry={product} page={`${kind.page}/${id}`} pictureNumber={pictureNumber} />
          </Covered>
        </div>
        <div className="stack gap-5">
          <div className="stack gap-2">
            <h1>{name}</h1>
            {maker && (
              <p className="lead dim">{madeBy ? <SentenceBy author={madeBy} say={text.by} /> : text.by(maker)}</p>
            )}
            <StateLine entry={product} />
          </div>
          <div className="row baseline">
            <p className="t3 heavy">{money(price, currency)}</p>
            <p className={sale === 'open' ? 'dim' : 'strong'}>{stockOf(product)}</p>
          </div>
          {sale === 'open' && mayOrder && (
            <>
              <AddToCart product={product} signedIn={signedIn} />
              <p className="small dim">{text.delivery}</p>
            </>
          )}
          {description && <p className="lines">{description}</p>}
          <Facts
            rows={[
              [facts.maker, maker && <MakerName of={product} />],
              [facts.seller, seller && <AuthorName author={seller} />],
              [text.form.section, ofSection],
            ]}
          />
        </div>
      </div>
      <Related entry={product} links={links} />
      <Similar similar={around.similar} />
      <Share title={name} entry={product} />
      <EntryActions entry={product} change={changePageOf(product)} />
    </div>
  )
}

const orders = '/dashboard/orders'

type Props = { product: Pick<Product, 'id' | 'price' | 'stock'>; signedIn: boolean }

/**
 * Shows a quantity field and an "Add to cart" button, which `reading/cart.ts` handles. Without JavaScript, the form
 * opens the members' shop with this product. Guests are sent to the login page first.
 */
function AddToCart({ product: { id, price, stock }, signedIn }: Props) {
  const [name, value] = signedIn ? ['product', id] : ['redirect', `${orders}?product=${id}`]
  return (
    <form className="stack gap-3 noprint" action={signedIn ? orders : '/login'} data-cart={id} data-price={price}>
      <input type="hidden" name={name} value={value} />
      <div className="row bottom">
        <Field label={text.quantity}>
          {(ids) => (
            <input
              type="number"
              name="quantity"
              inputMode="numeric"
              min={1}
              max={Math.min(stock, mostPieces)}
              step={1}
              required
              defaultValue={1}
              {...ids}
            />
          )}
        </Field>
        <Button type="submit" icon="bag">
          {text.add}
        </Button>
      </div>
      <p className="strong" role="status" data-cart-said data-added={text.added('#')} />
      <p hidden>
        <CartLink />
      </p>
    </form>
  )
}
