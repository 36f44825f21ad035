import { useEffect, useRef, useState } from 'react'

/**
 * A part of the page that is loaded when it is wanted. Unlike `lazy`, a network that is away takes nothing else of the
 * page with it: `failed` is set, and `retry` asks once more.
 */
export function useLate<Part>(load: () => Promise<Part>, wanted = true) {
  const [part, setPart] = useState<{ it: Part } | null>(null)
  const [failed, setFailed] = useState(false)
  const loading = useRef(load)
  const asked = wanted && part === null && !failed
  useEffect(() => {
    if (!asked) return
    let away = false
    loading.current().then(
      (it) => away || setPart({ it }),
      () => away || setFailed(true),
    )
    return () => {
      away = true
    }
  }, [asked])
  return { part: part?.it, failed, retry: () => setFailed(false) }
}
