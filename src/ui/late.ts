import { useEffect, useRef, useState } from 'react'

/** Why a part did not come: the network is away, or the site has been renewed and that file is no more. */
export type LateFailure = 'away' | 'renewed'

/**
 * A part of the page that is loaded when it is wanted. Unlike `lazy`, a network that is away takes nothing else of the
 * page with it: `failed` says why, and `retry` asks once more, or for the whole page where that alone helps.
 */
export function useLate<Part>(load: () => Promise<Part>, wanted = true) {
  const [part, setPart] = useState<{ it: Part } | null>(null)
  const [failed, setFailed] = useState<LateFailure | null>(null)
  const loading = useRef(load)
  const asked = wanted && part === null && !failed
  useEffect(() => {
    if (!asked) return
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
  }, [asked])
  return { part: part?.it, failed, retry: () => (failed === 'renewed' ? location.reload() : setFailed(null)) }
}

/** Whether the server has another build than the one that this page is of: its list of files is gone. */
async function isRenewed(): Promise<boolean> {
  const { __reactRouterManifest: list } = window as { __reactRouterManifest?: { url: string } }
  if (!list) return false
  return fetch(list.url, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}
