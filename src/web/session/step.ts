import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { session } from '../storage.ts'

// Remembers where a navigation within the dashboard leads. If its script can't be loaded (no signal, or a deploy), the
// router reloads the current page, which then goes there.

const name = 'step'

/** Stores the target when a link is pressed, because its script may fail before React reports the navigation. */
export function useUnfinishedStep(): void {
  const { key } = useLocation()
  useEffect(() => {
    if (key) session.write(name, null)
  }, [key])
  useEffect(() => {
    const note = ({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
      const link = (target as Element).closest('a')
      // A download, and a link that opens a new tab or a sheet, leave this page where it is.
      if (ctrlKey || metaKey || shiftKey || altKey || link?.target || link?.matches('[download], [aria-haspopup]'))
        return
      if (link?.origin === location.origin) session.write(name, link.href.slice(location.origin.length))
    }
    addEventListener('click', note, { capture: true })
    return () => removeEventListener('click', note, { capture: true })
  }, [])
}

/** Continues an interrupted navigation as a full page load. Returns whether there was one; it is tried only once. */
export function finishStep(): boolean {
  const to = session.read(name)
  session.write(name, null)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (to === null || navigation?.type !== 'reload') return false
  // A place of the same page would not load it.
  if (to.split('#')[0] === location.pathname + location.search) return false
  location.assign(to)
  return true
}
