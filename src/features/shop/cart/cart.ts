import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { mostLines, mostPieces } from '#content/product/limits.ts'
import { isId } from '#core/id.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { local } from '#web/storage.ts'
import type { Cart } from './schema.ts'

const key = ['cart']

/** Returns the member's cart, merged with what they chose before logging in. */
export function useCart() {
  return useAnswer(
    key,
    async (options) => {
      await mergeGuestCart()
      return api.cart.get({}, options)
    },
    { staleTime: 0 },
  )
}

/** The last quantity chosen for each product. Earlier changes needn't be sent. */
const wishes = new Map<string, number>()

/**
 * Returns a mutation that changes the quantity of a product; 0 removes it. Changes are sent one after another, and
 * accept the product's current price.
 */
export function useCartChange(productId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: key,
    scope: { id: 'cart' },
    mutationFn: (quantity: number) =>
      wishes.get(productId) === quantity ? api.cart.put({ productId, quantity }) : Promise.resolve(null),
    onMutate: (quantity) => {
      wishes.set(productId, quantity)
      return queryClient.cancelQueries({ queryKey: key })
    },
    onSuccess: (cart, quantity) => {
      if (cart && wishes.get(productId) === quantity) queryClient.setQueryData<Cart>(key, cart)
    },
  })
}

/** Returns whether a change is being sent. Until it has arrived, the cart shown isn't what would be ordered. */
export function useCartChanging(): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}

/** Key of a guest's cart in local storage. Its value is `{ [productId]: { quantity, price } }`. */
const name = 'cart'

type Item = { productId: string; quantity: number; price?: number }

/** Returns the valid lines of a stored cart. Others are left out, because local storage could contain anything. */
function guestItems(json: string | null): Item[] {
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
async function mergeGuestCart(): Promise<void> {
  const stored = local.read(name)
  if (stored === null) return
  const items = guestItems(stored)
  if (items.length > 0) await api.cart.merge({ items })
  // Another tab may have changed the cart meanwhile.
  if (local.read(name) === stored) local.write(name, null)
}
