import type { ReactNode } from 'react'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { classes, type Field } from '../field.ts'
import { distinctTags } from '../form/tags.ts'
import { text } from '../text.ts'

export type KindLabelProps = { field: Field; icon: IconName; label: ReactNode; quiet?: boolean | undefined }

/** The kind of an entry: an icon in a coloured square and a word. `quiet` shows the word only to screen readers. */
export function KindLabel({ field, icon, label, quiet }: KindLabelProps) {
  return (
    <span className={classes('kind', `k-${field}`)}>
      <Icon name={icon} />
      {quiet ? <span className="sr">{label}</span> : label}
    </span>
  )
}

/**
 * Shows up to five tags. Old entries may have duplicates, because tags used to be case-sensitive.
 * @param hrefOf returns the address that a tag links to
 * @param nameOf returns the text shown for a tag; by default the tag itself
 */
export function TagList({
  tags,
  solid,
  hrefOf,
  nameOf = (tag) => tag,
}: {
  tags: readonly string[]
  solid?: boolean
  hrefOf?: (tag: string) => string
  nameOf?: (tag: string) => string
}) {
  if (tags.length === 0) return null
  return (
    <ul className="tags" aria-label={text.tags}>
      {distinctTags(tags)
        .slice(0, 5)
        .map((tag) => (
          <li key={tag} className={hrefOf ? undefined : classes('tag', solid && 'solid')}>
            {hrefOf ? (
              <a className={classes('tag', solid && 'solid')} href={hrefOf(tag)}>
                {nameOf(tag)}
              </a>
            ) : (
              nameOf(tag)
            )}
          </li>
        ))}
    </ul>
  )
}

/** A state in a coloured pill, always with its word. */
export function StatusPill({ field, children }: { field: Field; children: ReactNode }) {
  return <span className={classes('status', field)}>{children}</span>
}

/** Shows whether an entry is confirmed: a dashed ring until a keeper confirms it, then a tick. */
export function DataBadge({ confirmed, children }: { confirmed?: boolean; children: ReactNode }) {
  return (
    <p className="mark">
      <Icon name={confirmed ? 'check' : 'ring'} />
      <span>{children}</span>
    </p>
  )
}

/** A word in a font that shows tone marks completely. @param lang the tag of its language, or of its transcription */
export function Word({ children, lang }: { children: ReactNode; lang: string }) {
  return (
    <span className="word" lang={lang} dir="auto">
      {children}
    </span>
  )
}
