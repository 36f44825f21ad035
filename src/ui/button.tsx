import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './field.ts'
import { Icon, type IconName } from './icon.tsx'
import { text } from './text.ts'

export type Variant = 'filled' | 'line' | 'soft' | 'text'

/** A square button has no word to be read, so it has to bring its name. */
type Face = { variant?: Variant; icon?: IconName; wide?: boolean } & (
  | { sq?: false; label?: never; children: ReactNode }
  | { sq: true; label: string; children?: never }
)

function faceClass({ variant = 'filled', wide, sq }: Face, className?: string) {
  return classes('btn', variant !== 'filled' && variant, wide && 'wide', sq && 'sq', className)
}

export type ButtonProps = Face & Omit<ComponentProps<'button'>, 'children'> & { busy?: boolean; busyText?: string }

/** One filled button a group; `busy` keeps the width and the focus, says so, and takes no click. */
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

export type ButtonLinkProps = Face &
  Omit<ComponentProps<'a'>, 'children' | 'href'> &
  ({ href: string; to?: never } | { to: string; href?: never })

/** A link with a button's face: `href` on reading pages, `to` where the router runs. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, icon, wide, sq, label, children, className, href, to, ...rest } = props
  const face = { ...rest, className: faceClass(props, className), 'aria-label': label ?? rest['aria-label'] }
  const content = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
  return to === undefined ? (
    <a {...face} href={href}>
      {content}
    </a>
  ) : (
    <Link {...face} to={to}>
      {content}
    </Link>
  )
}
