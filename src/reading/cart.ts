// The cart on the pages of the shop. A guest's stays on the device until they sign in, a member's is the server's; what
// could not reach the server stays here, too, and the page of the cart takes it along.

type Kept = Record<string, { quantity: number; price: number }>

const name = 'cart'

// What a member's holds stands in the page.
countKept()
addEventListener('storage', (event) => {
  if (event.key === name) countKept()
})
document.addEventListener('submit', async (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-cart]')
  if (!form || form.ariaBusy) return
  event.preventDefault()
  const { cart: id = '', price } = form.dataset
  const quantity = Number(new FormData(form).get('quantity'))
  form.ariaBusy = 'true'
  const { refused, pieces } = (await send(id, quantity)) ?? { pieces: keep(id, { quantity, price: Number(price) }) }
  form.ariaBusy = null
  showCount(pieces)
  const said = form.querySelector<HTMLElement>('[data-cart-said]')
  if (said) said.textContent = refused ?? said.dataset.added?.replace('#', String(quantity)) ?? ''
})

type Answer = { refused?: string | undefined; pieces?: number | undefined }

/** Puts so many into a member's cart; undefined for a guest, and when the server is not reached or knows them no more. */
async function send(id: string, quantity: number): Promise<Answer | undefined> {
  if (!isMember()) return undefined
  try {
    const answer = await fetch(`/api/cart/items/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
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

function countKept(): void {
  if (!isMember()) showCount(sumOf(kept()))
}

function kept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}

/** Keeps so many on the device, or nothing of it any more; answers how many pieces are there then. */
function keep(id: string, line?: Kept[string]): number {
  const { [id]: _before, ...others } = kept()
  const cart = line ? { ...others, [id]: line } : others
  if (Object.keys(cart).length) localStorage.setItem(name, JSON.stringify(cart))
  else localStorage.removeItem(name)
  return sumOf(cart)
}

function sumOf(cart: Kept): number {
  return Object.values(cart).reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
}

function showCount(pieces: number | undefined): void {
  if (pieces === undefined) return
  for (const count of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    count.textContent = String(pieces)
    count.hidden = pieces === 0
  }
}

export {}
