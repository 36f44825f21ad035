import { useEffect, useRef, useState } from 'react'

/** The reason why a part couldn't be loaded: `renewed` if the site has a new version, otherwise `away` (no network). */
export type LazyFailure = 'away' | 'renewed'

/**
 * Loads a part of the page on demand. Unlike with React's `lazy`, a failure doesn't break the rest of the page:
 * `failed` gives the reason, and `retry` tries again or reloads the page if only that helps.
 */
export function useLazy<Part>(load: () => Promise<Part>, enabled = true) {
  const [part, setPart] = useState<{ it: Part } | null>(null)
  const [failed, setFailed] = useState<LazyFailure | null>(null)
  const loading = useRef(load)
  const shouldLoad = enabled && part === null && !failed
  useEffect(() => {
    if (!shouldLoad) return
    let away = false
    loading.current().then(
      (it) => away || setPart({ it }),
      async () => {
        const why = (await isRenewed()) ? 'renewed' : 'away'
        if (!away) setFailed(why)
      },
    )
    return () => {
      away = true
    }
  }, [shouldLoad])
  return { part: part?.it, failed, retry: () => (failed === 'renewed' ? location.reload() : setFailed(null)) }
}

const presses = ['pointerdown', 'keydown'] as const

/** Calls `act` at the first press on the page, by finger, mouse or key. Returns a function that stops waiting for it. */
export function atFirstPress(act: () => void): () => void {
  function stop() {
    for (const press of presses) removeEventListener(press, start, true)
  }
  function start() {
    stop()
    act()
  }
  for (const press of presses) addEventListener(press, start, true)
  return stop
}

/** Returns true if the server has a newer build than this page, whose files are then gone. */
async function isRenewed(): Promise<boolean> {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { url: string } }
  if (!manifest) return false
  return fetch(manifest.url, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}
