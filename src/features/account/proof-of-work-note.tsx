import { useChecking } from '#web/proof-of-work/checking.ts'
import { text } from './text.ts'

/**
 * Shows beside a form that it waits for a proof of work. Always rendered, so that screen readers announce the change.
 */
export function Checking() {
  const isChecking = useChecking()
  return <p role="status">{isChecking && text.checking}</p>
}
