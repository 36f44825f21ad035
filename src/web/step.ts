import { useEffect } from 'react'
import { useLocation } from 'react-router'

// A step within the dashboard whose script can't be had, because the site was renewed or there is no signal: the router
// loads the page it stands on anew. This remembers where the step was to lead, and the page that comes then goes there.

const name = 'step'

/** Notes where a step leads when its link is pressed: its script may fail before React has said that it began. */
export function useUnfinishedStep(): void {
  const { key } = useLocation()
  useEffect(() => {
    if (key) sessionStorage.removeItem(name)
  }, [key])
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = (target as Element).closest('a')
      if (link?.origin === location.origin) sessionStorage.setItem(name, link.href.slice(location.origin.length))
    }
    addEventListener('click', note, { capture: true })
    return () => removeEventListener('click', note, { capture: true })
  }, [])
}

/** Goes where a step was cut off to lead, as a whole page; whether there was any. Once: that page has no step behind it. */
export function finishStep(): boolean {
  const to = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (to === null || loaded?.type !== 'reload') return false
  location.assign(to)
  return true
}
