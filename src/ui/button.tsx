import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Anchor, type Target } from './anchor.tsx'
import { Icon, type IconName } from './drawing/icon.tsx'
import { classes } from './field.ts'
import { text } from './text.ts'

export type Variant = 'filled' | 'line' | 'soft' | 'text'

/** A square button shows no text, so it needs an accessible name. */
type Face = { variant?: Variant; icon?: IconName; wide?: boolean } & (
  | { sq?: false; label?: never; children: ReactNode }
  | { sq: true; label: string; children?: never }
)

function faceClass({ variant = 'filled', wide, sq }: Face, className?: string) {
  return classes('btn', variant !== 'filled' && variant, wide && 'wide', sq && 'sq', className)
}

export type ButtonProps = Face & Omit<ComponentProps<'button'>, 'children'> & { busy?: boolean; busyText?: string }

/** A button; use one filled button per group. While `busy`, it keeps its width and focus and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, icon, wide, sq, label, children, busy, busyText, className, onClick, type, ...rest } = props
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={faceClass(props, className)}
      aria-label={label ?? rest['aria-label']}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={click}
    >
      <span className="face">
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {busy && <span role="status">{busyText ?? text.working}</span>}
    </button>
  )
}

export type ButtonLinkProps = Face & Omit<ComponentProps<'a'>, 'children' | 'href'> & Target

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, icon, wide, sq, label, children, className, ...rest } = props
  return (
    <Anchor {...rest} className={faceClass(props, className)} aria-label={label ?? rest['aria-label']}>
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  )
}
