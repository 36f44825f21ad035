import { article } from './article/operations.ts'
import { artifact } from './artifact/operations.ts'
import { conservation } from './conservation/operations.ts'
import { entry } from './entry/operations.ts'
import { event } from './event/operations.ts'
import { heritage } from './heritage/operations.ts'
import { media, upload } from './media/operations.ts'
import { poem } from './poem/operations.ts'
import { product } from './product/operations.ts'
import { proverb } from './proverb/operations.ts'
import { vocabulary } from './vocabulary/operations.ts'

/** One line per content type, and what all of them share: the list of all entries, and uploads. */
export const content = {
  article,
  artifact,
  conservation,
  entry,
  event,
  heritage,
  media,
  poem,
  product,
  proverb,
  upload,
  vocabulary,
}
