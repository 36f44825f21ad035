import { mostLines, mostPieces } from '#content/product/limits.ts'
import { isId } from '#core/id.ts'
import { api } from '#web/api.ts'
import { local } from '#web/storage.ts'

/** Key of a guest's cart in local storage. Its value is `{ [productId]: { quantity, price } }`. */
const name = 'cart'

type Item = { productId: string; quantity: number; price?: number }

/** Returns the valid lines of a stored cart. Others are left out, because local storage could contain anything. */
export function guestItems(json: string | null): Item[] {
  try {
    return Object.entries(JSON.parse(json ?? '{}') as Record<string, { quantity?: unknown; price?: unknown } | null>)
      .flatMap(([productId, item]): Item[] => {
        const quantity = Math.min(Number(item?.quantity), mostPieces)
        if (!isId(productId) || !Number.isInteger(quantity) || quantity < 1) return []
        const price = item?.price
        return [{ productId, quantity, ...(Number.isInteger(price) && { price: price as number }) }]
      })
      .slice(0, mostLines)
  } catch {
    return []
  }
}

/** Moves the guest's cart to the account. Throws if it can't be sent now; it then stays on the device. */
export async function mergeGuestCart(): Promise<void> {
  const stored = local.read(name)
  if (stored === null) return
  const items = guestItems(stored)
  if (items.length > 0) await api.cart.merge({ items })
  // Another tab may have changed the cart meanwhile.
  if (local.read(name) === stored) local.write(name, null)
}
