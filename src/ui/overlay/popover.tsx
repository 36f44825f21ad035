import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { Button, type Variant } from '../button.tsx'
import type { IconName } from '../drawing/icon.tsx'
import { classes } from '../field.ts'

export type PopoverProps = {
  /** The text of the trigger. */
  label: ReactNode
  icon?: IconName
  variant?: Variant
  /** The name of the panel. */
  title: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** True for a wider panel, such as a calendar. */
  roomy?: boolean
  children: ReactNode
}

/** A button that opens a panel on top of the content. */
export function Popover({ label, icon, variant = 'line', title, open, onOpenChange, roomy, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger
        render={
          <Button variant={variant} icon={icon}>
            {label}
          </Button>
        }
      />
      <Base.Portal>
        <Base.Positioner className="at-pop" align="start" sideOffset={8} collisionPadding={16}>
          <Base.Popup className={classes('panel', roomy && 'roomy')} aria-label={title}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
