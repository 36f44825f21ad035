import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { IconName } from '../drawing/icon.tsx'

export type PopoverProps = {
  /** The text of the trigger. */
  label: ReactNode
  icon?: IconName
  /** The name of the panel. */
  title: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** A button that opens a panel on top of the content. */
export function Popover({ label, icon, title, open, onOpenChange, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger
        render={
          <Button variant="line" icon={icon}>
            {label}
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner className="at-pop" align="start" sideOffset={8} collisionPadding={16}>
          <Base.Popup className="panel" aria-label={title}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
