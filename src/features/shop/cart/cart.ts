import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { mergeGuestCart } from './guest.ts'
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
