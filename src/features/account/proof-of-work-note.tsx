import { useChecking } from '#web/proof-of-work/checking.ts'
import { text } from './text.ts'

/**
 * Says beside a form that it is waiting for a proof of work. It is always rendered, so that screen readers announce the
 * change.
 */
export function Checking() {
  const isChecking = useChecking()
  return <p role="status">{isChecking && text.checking}</p>
}
