import { useCallback, useEffect, useState } from 'react'
import { askDictionary } from '#src/offline/dictionary/client.ts'
import type { Answer, State } from '#src/offline/dictionary/worker.ts'

export type { State }

/**
 * Returns the state of the dictionary on this device; `going` is its progress or failure. Doesn't read the state if the
 * browser has no service workers.
 */
export function useDictionary() {
  const [state, setState] = useState<State>()
  const [going, setGoing] = useState<Exclude<Answer, State>>()
  const [busy, setBusy] = useState(false)
  const ask = useCallback((type: 'state' | 'save' | 'remove') => {
    setBusy(type === 'save')
    return askDictionary(type, (answer) => {
      if (answer.type !== 'progress') setBusy(false)
      setGoing(answer.type === 'state' ? undefined : answer)
      if (answer.type === 'state') setState(answer)
    })
  }, [])
  useEffect(() => ('serviceWorker' in navigator ? ask('state') : undefined), [ask])
  return { state, going, busy, ask }
}

const storedNames = /^urithi-.*pages$/

/** Returns the number of pages stored on this device. */
export async function keptOnDevice(): Promise<number> {
  const names = (await caches.keys()).filter((name) => storedNames.test(name) && !name.includes('fallback'))
  const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Deletes pages and pictures; the files that the site needs to open stay. */
export async function removeStored(): Promise<void> {
  const names = (await caches.keys()).filter((name) => /^urithi-(of-.*|pages|pictures)$/.test(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}
