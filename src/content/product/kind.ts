import type { Kind } from '#content/kind.ts'

export const kind = {
  type: 'product',
  table: 'products',
  page: '/shop',
  list: '/shop',
  form: '/contribute/products',
  look: { field: 'ochre', icon: 'bag' },
  add: 'gather',
  authorNeeds: 'seller',
  schemaOrg: 'Product',
  dublinCore: 'PhysicalObject',
} as const satisfies Kind
