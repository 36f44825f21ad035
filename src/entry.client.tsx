import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { learn, speak } from '#core/language.ts'

// A page in Kiswahili waits for its words before React takes it over, or React would put English in their place.
if (document.documentElement.lang === 'sw') {
  learn((await import('./kiswahili.ts')).kiswahili)
  speak(() => 'sw')
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
