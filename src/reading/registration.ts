// Cancels one of the member's registrations on an event's public page, and updates the page.

import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'

document.addEventListener('click', async (event) => {
  const target = event.target as Element
  const close = target.closest('[data-close-details]')?.closest('details')
  if (close) {
    close.open = false
    close.querySelector('summary')?.focus()
  }
  const button = target.closest<HTMLButtonElement>('[data-cancel-registration]')
  if (!button || button.ariaBusy) return
  button.ariaBusy = 'true'
  const failure = await cancel(button.dataset).catch(() => button.dataset.failed)
  button.ariaBusy = null
  const place = button.closest('details')?.querySelector('[data-said]')
  if (failure === undefined) await showNewState()
  else if (place) place.textContent = failure
})

/** Cancels a registration. Returns the server's message if it refuses. */
async function cancel({ cancelRegistration: id, email }: DOMStringMap): Promise<string | undefined> {
  const answer = await fetchFromSite(`/api/events/${id}/registration`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${local.read('token')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  if (answer.status === 401)
    location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  // A 404 means that the registration was already cancelled, for example in another tab.
  if (answer.ok || answer.status === 404) return undefined
  return ((await answer.json()) as { error: string }).error
}

/** Updates places, buttons and registrations, and announces the cancellation to screen readers. */
async function showNewState(): Promise<void> {
  const template = document.createElement('template')
  template.innerHTML = await (await fetchFromSite(location.href)).text()
  for (const part of ['#opening', 'main article']) {
    const fresh = template.content.querySelector(part)
    const old = document.querySelector(part)
    if (!fresh || !old) return location.reload()
    old.replaceWith(fresh)
  }
  const status = document.querySelector<HTMLElement>('[data-registration-said]')
  if (!status) return
  status.textContent = status.dataset.registrationSaid ?? ''
  status.focus()
}
