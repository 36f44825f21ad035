import { useChecking } from '#web/proof-of-work/checking.ts'
import { text } from './text.ts'

/**
 * Shows a note beside a form while it is waiting for a proof of work. The paragraph is always rendered, so that screen
 * readers announce the change.
 */
export function Checking() {
  const isChecking = useChecking()
  return <p role="status">{isChecking && text.checking}</p>
}
