import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { learn, speak } from '#core/language.ts'
import { countData } from './reading/meter.ts'
import { finishStep } from './web/step.ts'

countData()

// A page in Kiswahili waits for its words before React takes it over, or React would put English in their place.
if (document.documentElement.lang === 'sw') {
  learn((await import('./kiswahili.ts')).kiswahili)
  speak(() => 'sw')
}

if (!finishStep())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page />
      </StrictMode>,
    )
  })

/** Alone in its place, as on the server: a sibling would change every id of `useId`. */
function Page() {
  // The page works from here on: what was sent before is sent now (`head-script.ts`).
  useEffect(() => {
    const page: HTMLElement & { early?: HTMLFormElement } = document.documentElement
    page.dataset.ready = 'yes'
    sessionStorage.removeItem('again')
    if (page.early?.isConnected) page.early.requestSubmit()
  }, [])
  return <HydratedRouter />
}
