import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { classes } from '../field.ts'

export type Tab<Value extends string> = { value: Value; label: ReactNode; icon?: IconName; panel: ReactNode }

export type TabsProps<Value extends string> = {
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** True for two short tabs, which don't need the page's width. */
  slim?: boolean
}

/** Tabs in one row, or in two columns on narrow screens. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, slim }: TabsProps<Value>) {
  return (
    <Base.Root className="stack gap-5" value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List className={classes('tabs', slim && 'slim')} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="btn">
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
