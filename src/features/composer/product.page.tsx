import { productPage, shop } from '#content/product/card.tsx'
import { ProductForm } from '#content/product/form.tsx'
import type { Route } from './+types/product.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.productPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a product, for sellers. */
export default function ContributeProduct() {
  return (
    <ComposeOrChange
      type="product"
      only="seller"
      title={text.productPage}
      changeTitle={text.productChange}
      list={shop}
      page={productPage}
      form={(product, onSubmitted) => <ProductForm product={product} onSubmitted={onSubmitted} />}
    />
  )
}
