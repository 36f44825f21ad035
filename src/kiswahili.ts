import { text as article } from '#content/article/text.sw.ts'
import { text as artifact } from '#content/artifact/text.sw.ts'
import { text as conservation } from '#content/conservation/text.sw.ts'
import { text as link } from '#content/entry/link/text.sw.ts'
import { text as report } from '#content/entry/report/text.sw.ts'
import { text as entry } from '#content/entry/text.sw.ts'
import { text as eventForm } from '#content/event/form/text.sw.ts'
import { text as registration } from '#content/event/registration/text.sw.ts'
import { text as event } from '#content/event/text.sw.ts'
import { text as heritage } from '#content/heritage/text.sw.ts'
import { text as language } from '#content/language/text.sw.ts'
import { text as comment } from '#content/media/comment/text.sw.ts'
import { text as entryForm } from '#content/media/entry-form/text.sw.ts'
import { text as film } from '#content/media/film/text.sw.ts'
import { text as mediaForm } from '#content/media/form/text.sw.ts'
import { text as transcripts } from '#content/media/page/text.sw.ts'
import { text as media } from '#content/media/text.sw.ts'
import { text as poem } from '#content/poem/text.sw.ts'
import { text as product } from '#content/product/text.sw.ts'
import { text as proverb } from '#content/proverb/text.sw.ts'
import { text as recordedText } from '#content/recorded-text/text.sw.ts'
import { text as section } from '#content/section/text.sw.ts'
import { text as suggestion } from '#content/suggestion/text.sw.ts'
import { text as content } from '#content/text.sw.ts'
import { text as ask } from '#content/vocabulary/ask/text.sw.ts'
import { text as wordForm } from '#content/vocabulary/form/text.sw.ts'
import { text as keep } from '#content/vocabulary/offline/text.sw.ts'
import { text as vocabulary } from '#content/vocabulary/text.sw.ts'
import { text as voice } from '#content/vocabulary/voice/text.sw.ts'
import { sentences } from '#core/input/sentences.sw.ts'
import { text as secondFactor } from '#features/account/second-factor/text.sw.ts'
import { text as account } from '#features/account/text.sw.ts'
import { text as admin } from '#features/admin/text.sw.ts'
import { text as analytics } from '#features/analytics/text.sw.ts'
import { text as composer } from '#features/composer/text.sw.ts'
import { text as consent } from '#features/consent/text.sw.ts'
import { text as contact } from '#features/contact/text.sw.ts'
import { text as explore } from '#features/explore/text.sw.ts'
import { text as feed } from '#features/feed/text.sw.ts'
import { text as add } from '#features/frame/add/text.sw.ts'
import { text as archiveDownload } from '#features/frame/archive/text.sw.ts'
import { text as giving } from '#features/frame/giving/text.sw.ts'
import { text as role } from '#features/frame/role/text.sw.ts'
import { text as frame } from '#features/frame/text.sw.ts'
import { text as homePage } from '#features/home/page/text.sw.ts'
import { text as home } from '#features/home/text.sw.ts'
import { text as imports } from '#features/import/text.sw.ts'
import { text as groups } from '#features/keepers/groups/text.sw.ts'
import { text as languages } from '#features/keepers/languages/text.sw.ts'
import { text as letters } from '#features/keepers/letters/text.sw.ts'
import { text as keepers } from '#features/keepers/text.sw.ts'
import { text as moderation } from '#features/moderation/text.sw.ts'
import { text as notifications } from '#features/notifications/text.sw.ts'
import { text as outbox } from '#features/outbox/text.sw.ts'
import { text as people } from '#features/people/text.sw.ts'
import { text as posts } from '#features/posts/text.sw.ts'
import { text as fixity } from '#features/preservation/fixity/text.sw.ts'
import { text as health } from '#features/preservation/health/text.sw.ts'
import { text as recordWords } from '#features/record-words/text.sw.ts'
import { text as search } from '#features/search/text.sw.ts'
import { text as cart } from '#features/shop/cart/text.sw.ts'
import { text as order } from '#features/shop/order/text.sw.ts'
import { text as seller } from '#features/shop/seller/text.sw.ts'
import { text as shop } from '#features/shop/text.sw.ts'
import { text as site } from '#features/site/text.sw.ts'
import { text as offline } from '#src/offline/text.sw.ts'
import { text as ui } from '#ui/text.sw.ts'
import { text as web } from '#web/text.sw.ts'

/** All Kiswahili catalogues that pages need, by name. Browsers load them only for Kiswahili pages. */
export const kiswahili = {
  account,
  admin,
  add,
  'archive-download': archiveDownload,
  article,
  artifact,
  ask,
  health,
  cart,
  comment,
  composer,
  conservation,
  consent,
  contact,
  content,
  'core/sentences': sentences,
  frame,
  giving,
  role,
  entry,
  'entry-form': entryForm,
  event,
  'event-form': eventForm,
  registration,
  explore,
  feed,
  film,
  analytics,
  groups,
  heritage,
  home,
  'home/page': homePage,
  section,
  keep,
  keepers,
  import: imports,
  language,
  languages,
  letters,
  link,
  media,
  transcripts,
  'media-form': mediaForm,
  moderation,
  notifications,
  offline,
  order,
  outbox,
  people,
  poem,
  product,
  proverb,
  'recorded-text': recordedText,
  posts,
  fixity,
  'record-words': recordWords,
  search,
  report,
  'second-factor': secondFactor,
  seller,
  shop,
  site,
  suggestion,
  ui,
  vocabulary,
  voice,
  web,
  'word-form': wordForm,
}
