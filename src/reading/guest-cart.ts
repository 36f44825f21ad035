// Fills the page of a guest's cart with the products stored on this device, with their current names and prices.

import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'
import { money } from '#text/money.ts'

type StoredCart = Record<string, { quantity: number; price: number }>
type Product = { name: string; price: number; currency: string; stock: number; sale: string }

const name = 'cart'
const page = document.querySelector<HTMLElement>('[data-guest-cart]')
if (page) void show(page)

async function show(page: HTMLElement): Promise<void> {
  const part = <T extends HTMLElement>(of: string) => page.querySelector<T>(`[data-${of}]`) as T
  const template = part<HTMLTemplateElement>('line')
  let products: Map<string, Product | null>
  try {
    products = new Map(await Promise.all(Object.keys(readCart()).map(read)))
  } catch {
    part('said').textContent = page.dataset.failed ?? ''
    return
  }
  part('lines').replaceChildren(...[...products].map(([id, product]) => line(id, product)))
  count()

  function line(id: string, product: Product | null): Element {
    const row = template.content.cloneNode(true) as DocumentFragment
    const at = <T extends HTMLElement>(of: string) => row.querySelector<T>(`[data-${of}]`) as T
    const item = row.firstElementChild as HTMLElement
    const link = at<HTMLAnchorElement>('name')
    const field = at<HTMLInputElement>('quantity')
    const forSale = product?.sale === 'open'
    link.textContent = product?.name ?? template.dataset.gone ?? ''
    if (product) link.href = `/shop/${id}`
    else link.removeAttribute('href')
    at('price').textContent = forSale
      ? money(product.price, product.currency)
      : product
        ? (template.dataset.gone ?? '')
        : ''
    at('of').textContent = ` ${product?.name ?? ''}`
    // The items are copies of one template, so each field needs its own id for its label.
    field.id = `quantity-${id}`
    item.querySelector('label')?.setAttribute('for', field.id)
    field.value = String(readCart()[id]?.quantity ?? 1)
    if (product) field.max = String(Math.min(Number(field.max), Math.max(product.stock, 1)))
    field.disabled = !forSale
    field.addEventListener('change', () => {
      const before = readCart()[id]
      if (before && field.reportValidity()) keep({ ...readCart(), [id]: { ...before, quantity: Number(field.value) } })
      count()
    })
    at('remove').addEventListener('click', () => {
      const { [id]: _gone, ...others } = readCart()
      keep(others)
      item.remove()
      count()
      page.querySelector<HTMLElement>('[data-lines] a, [data-nothing] a')?.focus()
    })
    return item
  }

  /** Updates the subtotal, and shows either the products or the message that the cart is empty. */
  function count(): void {
    const lines = Object.entries(readCart())
    const [currency] = [...products.values()].flatMap((one) => one?.currency ?? [])
    const price = lines.reduce((sum, [id, { quantity }]) => {
      const product = products.get(id)
      return product?.sale === 'open' ? sum + product.price * quantity : sum
    }, 0)
    part('subtotal').textContent = money(price, currency ?? 'KES')
    part('filled').hidden = lines.length === 0
    document.documentElement.toggleAttribute('data-empty-cart', lines.length === 0)
  }
}

/** Reads a product, which is null if it is no longer in the shop. Throws if the site doesn't answer. */
async function read(id: string): Promise<[id: string, Product | null]> {
  const answer = await fetchFromSite(`/api/products/${encodeURIComponent(id)}`)
  if (answer.ok) return [id, (await answer.json()) as Product]
  if (answer.status >= 500) throw new Error('no answer')
  return [id, null]
}

function readCart(): StoredCart {
  return local.readJson<StoredCart>(name) ?? {}
}

function keep(cart: StoredCart): void {
  local.write(name, Object.keys(cart).length ? JSON.stringify(cart) : null)
}
