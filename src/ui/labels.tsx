import type { ReactNode } from 'react'
import { classes, type Field } from './field.ts'
import { Icon, type IconName } from './icon.tsx'
import { text } from './text.ts'

export type Kind = keyof typeof text.kinds

/** What sort of thing this is: an icon in a coloured square and its word. `quiet` leaves the word to screen readers. */
export function KindLabel({
  kind,
  label = text.kinds[kind],
  icon = kind === 'media' ? 'photo' : kind,
  quiet,
}: KindLabelProps) {
  return (
    <span className={classes('kind', `k-${kind}`)}>
      <Icon name={icon} />
      {quiet ? <span className="sr">{label}</span> : label}
    </span>
  )
}

export type KindLabelProps = { kind: Kind; label?: ReactNode; icon?: IconName; quiet?: boolean }

/** Up to five tags; they are not links. */
export function TagList({
  tags,
  solid,
  label = text.tags,
}: {
  tags: readonly string[]
  solid?: boolean
  label?: string
}) {
  if (tags.length === 0) return null
  return (
    <ul className="tags" aria-label={label}>
      {tags.slice(0, 5).map((tag) => (
        <li key={tag} className={classes('tag', solid && 'solid')}>
          {tag}
        </li>
      ))}
    </ul>
  )
}

/** A state as a pill in a field colour, always with its word. */
export function StatusPill({ field, children }: { field: Field; children: ReactNode }) {
  return <span className={classes('status', field)}>{children}</span>
}

/** How certain an entry is: a dashed ring until a keeper confirms it, a check from then on. */
export function DataBadge({
  confirmed,
  light,
  children,
}: {
  confirmed?: boolean
  light?: boolean
  children?: ReactNode
}) {
  return (
    <p className={classes('mark', light && 'light')}>
      <Icon name={confirmed ? 'check' : 'ring'} />
      <span>{children ?? (confirmed ? text.confirmed : text.published)}</span>
    </p>
  )
}

/** A Marakwet form, in the face that keeps tone marks whole; `phonetic` for linguists' writing. */
export function Word({
  children,
  phonetic,
  className,
}: {
  children: ReactNode
  phonetic?: boolean
  className?: string
}) {
  return (
    <span className={classes('word', className)} lang={phonetic ? 'enb-fonipa' : 'enb'}>
      {children}
    </span>
  )
}
