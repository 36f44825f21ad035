import type { IconName } from '#ui/icon.tsx'
import { type Kind, KindLabel } from '#ui/labels.tsx'
import { text } from './text.ts'

export type Type = keyof typeof text.types

/** The colour is that of the part of the site (docs/design.md, "Fields"). */
const faces: Record<Type, { kind: Kind; icon: IconName }> = {
  vocabulary: { kind: 'word', icon: 'word' },
  proverb: { kind: 'word', icon: 'article' },
  poem: { kind: 'word', icon: 'article' },
  heritage: { kind: 'event', icon: 'people' },
  artifact: { kind: 'article', icon: 'keep' },
  conservation: { kind: 'article', icon: 'keep' },
  article: { kind: 'article', icon: 'article' },
  media: { kind: 'media', icon: 'photo' },
  event: { kind: 'event', icon: 'event' },
  product: { kind: 'article', icon: 'bag' },
}

export function isType(type: string): type is Type {
  return Object.hasOwn(faces, type)
}

/** What sort of thing was found; of a type without a face of its own, its name. */
export function FoundKind({ type }: { type: string }) {
  if (!isType(type)) return <KindLabel kind="article" label={type} />
  return <KindLabel {...faces[type]} label={text.kinds[type]} />
}
