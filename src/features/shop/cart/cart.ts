import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { mergeGuestCart } from './guest.ts'
import type { Cart } from './schema.ts'

const key = ['cart']

/** The member's cart, with what they chose before signing in. */
export function useCart() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      await mergeGuestCart()
      return api.cart.get({}, { signal })
    },
    staleTime: 0,
  })
}

/** The number wished last of each product: what was wished before it need not be sent any more. */
const wishes = new Map<string, number>()

/** Changes how many of a product are in the cart, 0 takes it out; one change after the other, and the prices shown are accepted. */
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

/** Whether a change of the cart is on its way: what is shown is not yet what would be ordered. */
export function useCartChanging(): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}
