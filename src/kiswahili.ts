import { text as article } from '#content/article/text.sw.ts'
import { text as artifact } from '#content/artifact/text.sw.ts'
import { text as conservation } from '#content/conservation/text.sw.ts'
import { text as link } from '#content/entry/link/text.sw.ts'
import { text as report } from '#content/entry/report/text.sw.ts'
import { text as entry } from '#content/entry/text.sw.ts'
import { text as event } from '#content/event/text.sw.ts'
import { text as heritage } from '#content/heritage/text.sw.ts'
import { text as media } from '#content/media/text.sw.ts'
import { text as poem } from '#content/poem/text.sw.ts'
import { text as product } from '#content/product/text.sw.ts'
import { text as proverb } from '#content/proverb/text.sw.ts'
import { text as vocabulary } from '#content/vocabulary/text.sw.ts'
import { sentences } from '#core/sentences.sw.ts'
import { text as account } from '#features/account/text.sw.ts'
import { text as admin } from '#features/admin/text.sw.ts'
import { text as care } from '#features/care/text.sw.ts'
import { text as composer } from '#features/composer/text.sw.ts'
import { text as consent } from '#features/consent/text.sw.ts'
import { text as dashboard } from '#features/dashboard/text.sw.ts'
import { text as feed } from '#features/feed/text.sw.ts'
import { text as figures } from '#features/figures/text.sw.ts'
import { text as home } from '#features/home/text.sw.ts'
import { text as imports } from '#features/import/text.sw.ts'
import { text as groups } from '#features/keepers/groups/text.sw.ts'
import { text as letters } from '#features/keepers/letters/text.sw.ts'
import { text as keepers } from '#features/keepers/text.sw.ts'
import { text as moderation } from '#features/moderation/text.sw.ts'
import { text as outbox } from '#features/outbox/text.sw.ts'
import { text as preservation } from '#features/preservation/text.sw.ts'
import { text as search } from '#features/search/text.sw.ts'
import { text as cart } from '#features/shop/cart/text.sw.ts'
import { text as order } from '#features/shop/order/text.sw.ts'
import { text as selling } from '#features/shop/seller/text.sw.ts'
import { text as shop } from '#features/shop/text.sw.ts'
import { text as suggestion } from '#features/suggestion/text.sw.ts'
import { text as offline } from '#src/offline/text.sw.ts'
import { text as ui } from '#ui/text.sw.ts'
import { text as web } from '#web/text.sw.ts'

/** Every Kiswahili catalogue that pages need, by its name. A browser loads it for a page in Kiswahili alone. */
export const kiswahili = {
  account,
  admin,
  article,
  artifact,
  care,
  cart,
  composer,
  conservation,
  consent,
  'core/sentences': sentences,
  dashboard,
  entry,
  event,
  feed,
  figures,
  groups,
  heritage,
  home,
  keepers,
  import: imports,
  letters,
  link,
  media,
  moderation,
  offline,
  order,
  outbox,
  poem,
  product,
  proverb,
  preservation,
  search,
  report,
  selling,
  shop,
  suggestion,
  ui,
  vocabulary,
  web,
}
