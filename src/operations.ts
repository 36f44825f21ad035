import { content } from '#content/registry.ts'
import { suggestion } from '#content/suggestion/operations.ts'
import { account } from '#features/account/operations.ts'
import { checklist } from '#features/admin/checklist/operations.ts'
import { admin } from '#features/admin/operations.ts'
import { figures } from '#features/analytics/operations.ts'
import { archive } from '#features/archive/operations.ts'
import { consent } from '#features/consent/operations.ts'
import { contact } from '#features/contact/operations.ts'
import { explore } from '#features/explore/operations.ts'
import { feed } from '#features/feed/operations.ts'
import { home } from '#features/home/operations.ts'
import { imported } from '#features/import/operations.ts'
import { group } from '#features/keepers/groups/operations.ts'
import { history } from '#features/keepers/history/operations.ts'
import { introduction } from '#features/keepers/introduction/operations.ts'
import { queue } from '#features/keepers/queue/operations.ts'
import { moderation } from '#features/moderation/operations.ts'
import { notifications } from '#features/notifications/operations.ts'
import { people } from '#features/people/operations.ts'
import { post } from '#features/posts/operations.ts'
import { fixity } from '#features/preservation/fixity/operations.ts'
import { care } from '#features/preservation/health/operations.ts'
import { readBackups } from '#features/preservation/health/queries.ts'
import { record } from '#features/record-words/operations.ts'
import { search } from '#features/search/operations.ts'
import { cart } from '#features/shop/cart/operations.ts'
import { order } from '#features/shop/order/operations.ts'
import { selling } from '#features/shop/seller/operations.ts'
import { site } from '#features/site/operations.ts'
import { personalData } from './personal-data.ts'

export const operations = {
  ...content,
  account: account(personalData),
  admin: { ...admin, ...checklist(readBackups) },
  archive,
  care,
  cart,
  explore,
  contact,
  feed,
  figures,
  fixity,
  group,
  history,
  home,
  import: imported,
  introduction,
  moderation,
  notifications,
  order,
  people,
  post,
  queue,
  record,
  search,
  selling,
  site,
  consent,
  suggestion,
}
export type Operations = typeof operations
