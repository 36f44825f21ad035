import { api } from '#web/api.ts'
import { ProductCard } from './card.tsx'

export const preview = async (id: string) => <ProductCard product={await api.product.get({ id })} level={3} />
