import type { MouseEvent } from 'react'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { text } from '../text.ts'
import { FrameAnchor, type FrameLink } from './frame-link.tsx'

export type BarItem = FrameLink & {
  icon: IconName
  session?: 'guest' | 'member'
  /** True for the item that adds something, in the middle of the bar. */
  plus?: boolean
  /** Opens a sheet instead of following the link. */
  onOpen?: () => void
}

/** Links to the five main places at the bottom of a phone's screen, within reach of a thumb. Hidden from 900 px on. */
export function BottomBar({ items }: { items: BarItem[] }) {
  return (
    <nav className="bottom-bar noprint" aria-label={text.phoneBar}>
      {items.map(({ icon, label, session, plus, onOpen, ...link }) => (
        <FrameAnchor
          {...link}
          key={label + session}
          className={plus ? 'plus' : undefined}
          data-session={session}
          aria-haspopup={onOpen && 'dialog'}
          onClick={onOpen && opening(onOpen)}
        >
          <i>
            <Icon name={icon} />
          </i>
          {label}
        </FrameAnchor>
      ))}
    </nav>
  )
}

function opening(open: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
}
