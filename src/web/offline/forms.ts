import { useEffect, useState } from 'react'
import { type FormsRecord, readForms } from '#src/offline/device.ts'
import { accountOf, type Forms, type NoForms } from '#src/offline/register.ts'
import { connection } from '#src/reading/device.ts'
import { readToken, readUser } from '../session/session.ts'
import { local, subscribe, tell } from '../storage.ts'

// Downloads the forms a while after the dashboard has opened, so that they work without signal (spec 16.5).

/** Name in local storage: `on` or `off` once the member has chosen. Until then the device's data saver decides. */
const name = 'forms-offline'
/** Delay in ms after the dashboard has loaded, so that its content comes first. */
const waitMs = 5_000

/** Returns whether to keep the forms on this device. */
function wantsForms(): boolean {
  const chosen = local.read(name)
  return chosen === null ? connection().saveData !== true : chosen === 'on'
}

/** Stores the member's choice, then downloads the forms of these pages, or deletes them if they are not wanted. */
export function chooseForms(enabled: boolean, pages: string[]): void {
  local.write(name, enabled ? 'on' : 'off')
  tell()
  void tellForms(pages)
}

/** Downloads the forms of these pages, if they are wanted, while the dashboard is open with signal. */
export function useStoredForms(pages: string[]): void {
  const list = pages.join()
  useEffect(() => {
    const download = () => navigator.onLine && wantsForms() && void tellForms(list.split(','))
    const timer = setTimeout(download, waitMs)
    addEventListener('online', download)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', download)
    }
  }, [list])
}

/**
 * Returns whether the forms are wanted on this device and which are stored; null until that is known or if it isn't
 * supported.
 */
export function useFormsHere(): { enabled: boolean; record: FormsRecord | undefined } | null {
  const [here, setHere] = useState<ReturnType<typeof useFormsHere>>(null)
  useEffect(() => {
    const mine = readUser()?.id
    const read = async () => {
      const stored = await readForms()
      setHere({ enabled: wantsForms(), record: stored?.account === mine && stored?.build ? stored : undefined })
    }
    const onMessage = ({ data }: MessageEvent) => data?.type === 'forms' && void read()
    if (!navigator.serviceWorker) return
    // The switch changes as soon as it is pressed, before the download has finished.
    const stop = subscribe(() => {
      setHere((before) => before && { ...before, enabled: wantsForms() })
      void read()
    })
    void read()
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => {
      stop()
      navigator.serviceWorker.removeEventListener('message', onMessage)
    }
  }, [])
  return here
}

async function tellForms(paths: string[]): Promise<void> {
  if (!navigator.serviceWorker || !(await navigator.serviceWorker.getRegistration())) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(wantsForms() ? formsOf(paths) : ({ type: 'no-forms' } satisfies NoForms))
}

function formsOf(paths: string[]): Forms {
  const { __reactRouterManifest: site } = window as { __reactRouterManifest?: { version: string } }
  const pages = paths.map((path) => location.origin + path)
  return { type: 'forms', account: accountOf(readToken()), pages, build: site?.version ?? '' }
}
