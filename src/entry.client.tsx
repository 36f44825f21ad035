import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { restoreItems } from '#src/offline/drafts.ts'
import { endWithPage } from '#src/offline/token.ts'
import { countData } from '#src/reading/data-usage.ts'
import { watchMenu } from '#src/reading/menu.ts'
import { learn, speak } from '#text/language.ts'
import { repeatEarlyInput, watchEarlyInput } from '#web/drafts/early-input.ts'
import { finishStep } from '#web/session/step.ts'
import { session } from '#web/storage.ts'

countData()
endWithPage()
watchMenu()
watchEarlyInput()
const restored = restoreItems()

// A Kiswahili page loads its texts before hydration, because React would replace them with English.
if (document.documentElement.lang === 'sw') {
  learn((await import('./kiswahili.ts')).kiswahili)
  speak(() => 'sw')
}

await restored

// React answers every press from here on. The last one before is repeated once the page is ready.
const { pressed } = document.documentElement as HTMLElement & { pressed?: Element }

if (!finishStep())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page />
      </StrictMode>,
    )
  })

/** It is the only child of the root, as on the server, because a sibling would change every id of `useId`. */
function Page() {
  // The page responds to input from here on.
  useEffect(() => {
    document.documentElement.dataset.ready = 'yes'
    session.write('again', null)
    repeatEarlyInput()
    pressed?.closest<HTMLElement>('button[type=button]')?.click()
  }, [])
  return <HydratedRouter />
}
