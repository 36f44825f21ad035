import { refusals as account } from '#accounts/refusals.sw.ts'
import { refusals as article } from '#content/article/refusals.sw.ts'
import { refusals as entry } from '#content/entry/refusals.sw.ts'
import { refusals as language } from '#content/language/refusals.sw.ts'
import { refusals as comment } from '#content/media/comment/refusals.sw.ts'
import { refusals as media } from '#content/media/refusals.sw.ts'
import { refusals as vocabulary } from '#content/vocabulary/refusals.sw.ts'
import { refusals as core } from '#core/refusals.sw.ts'
import { refusals as secondFactor } from '#features/account/second-factor/refusals.sw.ts'
import { text as session } from '#features/account/session/text.sw.ts'
import { refusals as admin } from '#features/admin/refusals.sw.ts'
import { refusals as archive } from '#features/archive/refusals.sw.ts'
import { refusals as consent } from '#features/consent/refusals.sw.ts'
import { refusals as imports } from '#features/import/refusals.sw.ts'
import { refusals as group } from '#features/keepers/groups/refusals.sw.ts'
import { refusals as keepers } from '#features/keepers/refusals.sw.ts'
import { refusals as moderation } from '#features/moderation/refusals.sw.ts'
import { refusals as bag } from '#features/preservation/bag/refusals.sw.ts'
import { refusals as shop } from '#features/shop/refusals.sw.ts'
import { refusals as site } from '#features/site/refusals.sw.ts'

/** The Kiswahili catalogues that only the server uses, by name. */
export const refusals = {
  'account/refusals': account,
  'account/session': session,
  'admin/refusals': admin,
  'archive/refusals': archive,
  'article/refusals': article,
  'bag/refusals': bag,
  'core/refusals': core,
  'entry/refusals': entry,
  'group/refusals': group,
  'comment/refusals': comment,
  'consent/refusals': consent,
  'import/refusals': imports,
  'keepers/refusals': keepers,
  'language/refusals': language,
  'media/refusals': media,
  'moderation/refusals': moderation,
  'second-factor/refusals': secondFactor,
  'shop/refusals': shop,
  'site/refusals': site,
  'vocabulary/refusals': vocabulary,
}
