import type { Summary } from '#content/media/summary/schema.ts'
import type { Target } from '#ui/anchor.tsx'
import { ButtonLink, type Variant } from '#ui/button.tsx'
import { text } from './text.ts'
import { statusOf } from './when.ts'

/** Returns the link to register for an event; undefined for other entries and events that are over or cancelled. */
export function registerLink({ startDate, endDate, cancelled, title }: Summary, look: Target & { variant?: Variant }) {
  if (!startDate || !endDate || cancelled || statusOf({ startDate, endDate }) === 'past') return undefined
  return (
    <ButtonLink {...look}>
      {text.register}
      <span className="sr">: {title}</span>
    </ButtonLink>
  )
}
