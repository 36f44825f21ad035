import type { ReactNode } from 'react'
import { text as ofProducts } from '#content/product/text.ts'
import { PagesNav } from '#ui/layout/pages-nav.tsx'
import { cartPage, myOrdersPage, shopPage } from './addresses.ts'
import { useCart } from './cart/cart.ts'
import { text } from './text.ts'

type FrameProps = { title: string; children: ReactNode }

/** Shows the title and the navigation of members' shop pages. */
export function ShopFrame({ title, children }: FrameProps) {
  return (
    <div className="broad stack gap-5">
      <h1>{title}</h1>
      <ShopParts />
      {children}
    </div>
  )
}

function ShopParts() {
  const pieces = useCart().data?.pieces ?? 0
  const parts = [
    { to: shopPage, label: ofProducts.title },
    { to: cartPage, label: pieces > 0 ? text.cartOf(pieces) : text.cart },
    { to: myOrdersPage, label: text.myOrders },
  ]
  return <PagesNav label={text.parts} pages={parts} />
}
