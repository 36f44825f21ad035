import { mostLines, mostPieces } from '#content/product/most.ts'
import { api } from '#web/api.ts'

/** What a guest puts in the cart stays on the device, as `{ [productId]: { quantity, price } }`; `content/product` writes it. */
const name = 'cart'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Item = { productId: string; quantity: number; price?: number }

/** The lines that make sense: a device may hold anything under this name. */
export function guestItems(kept: string | null): Item[] {
  try {
    return Object.entries(JSON.parse(kept ?? '{}') as Record<string, { quantity?: unknown; price?: unknown } | null>)
      .flatMap(([productId, said]): Item[] => {
        const quantity = Math.min(Number(said?.quantity), mostPieces)
        if (!uuid.test(productId) || !Number.isInteger(quantity) || quantity < 1) return []
        const price = said?.price
        return [{ productId, quantity, ...(Number.isInteger(price) && { price: price as number }) }]
      })
      .slice(0, mostLines)
  } catch {
    return []
  }
}

/** Puts what was chosen before signing in into the account's cart, once; what can't be sent now stays on the device. */
export async function mergeGuestCart(): Promise<void> {
  const kept = localStorage.getItem(name)
  if (kept === null) return
  const items = guestItems(kept)
  if (items.length > 0) await api.cart.merge({ items })
  // Another tab may have added to it meanwhile.
  if (localStorage.getItem(name) === kept) localStorage.removeItem(name)
}
