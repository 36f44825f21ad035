import { article } from '#content/article/operations.ts'
import { artifact } from '#content/artifact/operations.ts'
import { conservation } from '#content/conservation/operations.ts'
import { draft } from '#content/entry/draft/operations.ts'
import { entry } from '#content/entry/operations.ts'
import { event } from '#content/event/operations.ts'
import { heritage } from '#content/heritage/operations.ts'
import { language } from '#content/language/operations.ts'
import { comment } from '#content/media/comment/operations.ts'
import { media, upload } from '#content/media/operations.ts'
import { poem } from '#content/poem/operations.ts'
import { product } from '#content/product/operations.ts'
import { proverb } from '#content/proverb/operations.ts'
import { vocabulary } from '#content/vocabulary/operations.ts'

/**
 * The content types, one per line, and operations that several types share: comments, drafts, languages, the list of
 * all entries, and uploads.
 */
export const content = {
  article,
  artifact,
  comment,
  conservation,
  draft,
  entry,
  event,
  heritage,
  language,
  media,
  poem,
  product,
  proverb,
  upload,
  vocabulary,
}
