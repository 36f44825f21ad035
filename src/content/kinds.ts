import { kind as article } from './article/kind.ts'
import { kind as artifact } from './artifact/kind.ts'
import { kind as conservation } from './conservation/kind.ts'
import { kind as event } from './event/kind.ts'
import { kind as heritage } from './heritage/kind.ts'
import { kind as media } from './media/kind.ts'
import { kind as poem } from './poem/kind.ts'
import { kind as product } from './product/kind.ts'
import { kind as proverb } from './proverb/kind.ts'
import { kind as suggestion } from './suggestion/kind.ts'
import { kind as vocabulary } from './vocabulary/kind.ts'

/** All content types, in the order in which lists of types show them. This is plain data that any code may read. */
export const kinds = {
  vocabulary,
  proverb,
  poem,
  heritage,
  artifact,
  conservation,
  article,
  media,
  event,
  product,
}

export { suggestion }
