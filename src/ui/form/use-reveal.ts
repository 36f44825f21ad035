import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref to an element that is scrolled into view once `when` is true, because it is what to do next. */
export function useReveal<T extends HTMLElement>(when: boolean): RefObject<T | null> {
  const place = useRef<T>(null)
  useEffect(() => {
    if (when) place.current?.scrollIntoView({ block: 'nearest' })
  }, [when])
  return place
}
