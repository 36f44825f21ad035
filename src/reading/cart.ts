// The cart on shop pages. A guest's cart is stored on the device until login, a member's on the server. Changes that
// could not reach the server are stored on the device, too, and the cart page merges them.

import { accountOf } from '#src/offline/register.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'

type StoredCart = Record<string, { quantity: number; price: number }>

const name = 'cart'

// For a member, the page already shows the count.
countCartItems()
addEventListener('storage', (event) => {
  if (event.key === name) countCartItems()
})

/** Puts the product of a form into the cart and says below the form that it did, or why not. */
export async function addToCart(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy) return
  const { cart: id = '', price } = form.dataset
  const quantity = Number(new FormData(form).get('quantity'))
  form.ariaBusy = 'true'
  const { refused, pieces } = (await send(id, quantity)) ?? { pieces: keep(id, { quantity, price: Number(price) }) }
  form.ariaBusy = null
  showCount(pieces)
  const status = form.querySelector<HTMLElement>('[data-cart-said]')
  if (!status) return
  status.textContent = refused ?? status.dataset.added?.replace('#', String(quantity)) ?? ''
  // The link to the cart follows.
  if (!refused && status.nextElementSibling instanceof HTMLElement) status.nextElementSibling.hidden = false
}

type Answer = { refused?: string | undefined; pieces?: number | undefined }

/**
 * Sets a quantity in a member's cart. Returns undefined for a guest, after the session ended, or if the server fails or
 * can't be reached.
 */
async function send(id: string, quantity: number): Promise<Answer | undefined> {
  const token = local.read('token')
  if (!accountOf(token)) return undefined
  try {
    const answer = await fetchFromSite(`/api/cart/items/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quantity }),
    })
    if (answer.status === 401 || answer.status >= 500) return undefined
    const body = (await answer.json()) as { error?: string; pieces?: number }
    if (body.error === undefined) keep(id)
    return { refused: body.error, pieces: body.pieces }
  } catch {
    return undefined
  }
}

function isMember(): boolean {
  return 'signedIn' in document.documentElement.dataset
}

function countCartItems(): void {
  if (!isMember()) showCount(sumOf(readCart()))
}

function readCart(): StoredCart {
  return local.readJson<StoredCart>(name) ?? {}
}

/** Stores or removes a product on the device; returns the number of pieces in the cart. */
function keep(id: string, line?: StoredCart[string]): number {
  const { [id]: _before, ...others } = readCart()
  const cart = line ? { ...others, [id]: line } : others
  local.write(name, Object.keys(cart).length ? JSON.stringify(cart) : null)
  return sumOf(cart)
}

function sumOf(cart: StoredCart): number {
  return Object.values(cart).reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
}

function showCount(pieces: number | undefined): void {
  if (pieces === undefined) return
  for (const count of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    count.textContent = String(pieces)
    count.hidden = pieces === 0
  }
}
