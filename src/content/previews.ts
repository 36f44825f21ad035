import type { ReactNode } from 'react'
import { preview as article } from '#content/article/preview.tsx'
import { preview as artifact } from '#content/artifact/preview.tsx'
import { preview as conservation } from '#content/conservation/preview.tsx'
import type { PageKind } from '#content/entry/address.ts'
import { preview as event } from '#content/event/preview.tsx'
import { preview as heritage } from '#content/heritage/preview.tsx'
import { preview as media } from '#content/media/preview.tsx'
import { preview as poem } from '#content/poem/preview.tsx'
import { preview as product } from '#content/product/preview.tsx'
import { preview as proverb } from '#content/proverb/preview.tsx'
import { preview as vocabulary } from '#content/vocabulary/preview.tsx'

/** For each type, a function that loads an entry and returns its card, as lists show it. */
export const previews: Record<PageKind, (id: string) => Promise<ReactNode>> = {
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
