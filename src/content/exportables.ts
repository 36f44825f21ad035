import { exported as article } from '#content/article/export.ts'
import { exported as artifact } from '#content/artifact/export.ts'
import { exported as conservation } from '#content/conservation/export.ts'
import type { PageKind } from '#content/entry/address.ts'
import type { Exported } from '#content/entry/write/export.ts'
import { exported as event } from '#content/event/export.ts'
import { exported as heritage } from '#content/heritage/export.ts'
import { exported as media } from '#content/media/export.ts'
import { exported as poem } from '#content/poem/export.ts'
import { exported as product } from '#content/product/export.ts'
import { exported as proverb } from '#content/proverb/export.ts'
import { exported as vocabulary } from '#content/vocabulary/export.ts'

/** Describes how the entries of each type are written to exported files. */
export const exportables: Record<PageKind, Exported> = {
  article,
  artifact,
  conservation,
  event,
  heritage,
  media,
  poem,
  product,
  proverb,
  vocabulary,
}
