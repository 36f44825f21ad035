import { content } from '#content/registry.ts'
import { account } from '#features/account/operations.ts'
import { admin } from '#features/admin/operations.ts'
import { archive } from '#features/archive/operations.ts'
import { care } from '#features/care/operations.ts'
import { consent } from '#features/consent/operations.ts'
import { feed } from '#features/feed/operations.ts'
import { figures } from '#features/figures/operations.ts'
import { home } from '#features/home/operations.ts'
import { imported } from '#features/import/operations.ts'
import { group } from '#features/keepers/groups/operations.ts'
import { history } from '#features/keepers/history/operations.ts'
import { introduction } from '#features/keepers/introduction/operations.ts'
import { queue } from '#features/keepers/queue/operations.ts'
import { moderation } from '#features/moderation/operations.ts'
import { fixity } from '#features/preservation/fixity/operations.ts'
import { search } from '#features/search/operations.ts'
import { cart } from '#features/shop/cart/operations.ts'
import { order } from '#features/shop/order/operations.ts'
import { selling } from '#features/shop/seller/operations.ts'
import { suggestion } from '#features/suggestion/operations.ts'

/** The whole table: what the API can do. */
export const operations = {
  ...content,
  account,
  admin,
  archive,
  care,
  cart,
  feed,
  figures,
  fixity,
  group,
  history,
  home,
  import: imported,
  introduction,
  moderation,
  order,
  queue,
  search,
  selling,
  consent,
  suggestion,
}
export type Operations = typeof operations
