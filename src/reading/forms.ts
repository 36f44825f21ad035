// Sends the forms of a reading page to the API (`SentForm`), and updates the parts of the page that they changed.

import { storeItem } from '#src/offline/drafts.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'
import { fill, type Issue, refuse, request, setBusy, type Values, valuesOf } from './form.ts'

type Answer = { state?: string; sent?: boolean; email?: string; error?: string; issues?: Issue[] }

restoreDrafts()

document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-send]:not([data-door])')
  if (!form) return
  event.preventDefault()
  void send(form)
})

document.addEventListener('input', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-draft]')
  if (!form) return
  const values = valuesOf(form)
  store(form, Object.values(values).some(Boolean) ? values : null)
})

document.addEventListener('click', (event) => {
  const details = (event.target as Element).closest('[data-close-details]')?.closest('details')
  if (!details) return
  details.open = false
  details.querySelector('summary')?.focus()
})

// The bar at the bottom may cover what opens.
document.addEventListener(
  'toggle',
  ({ target }) => {
    const form = (target as HTMLDetailsElement).open && (target as Element).querySelector(':scope > [data-send]')
    if (form) form.scrollIntoView({ block: 'nearest' })
  },
  true,
)

async function send(form: HTMLFormElement): Promise<void> {
  const { otherwise, failed } = form.dataset
  if (form.ariaBusy) return
  if (otherwise && !navigator.onLine) return location.assign(otherwise)
  setBusy(form, true)
  const values = valuesOf(form)
  try {
    await handle(form, values, await request(form, form.dataset.send, values))
  } catch {
    refuse(form, { error: failed })
  }
  setBusy(form, false)
}

async function handle(form: HTMLFormElement, values: Values, response: Response): Promise<void> {
  const answer: Answer = await response.json().catch(() => ({}))
  if (response.status === 401)
    return location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  // A 404 means that it was deleted before, for example in another tab.
  if (response.ok || (response.status === 404 && form.dataset.send?.startsWith('DELETE'))) {
    store(form, null)
    const { said, unsent, [answer.state ?? '']: saidOfState } = form.dataset
    const sentence = saidOfState ?? (answer.sent === false ? (unsent ?? said) : said)
    return renew(
      form,
      sentence?.replace('#', () => answer.email ?? ''),
    )
  }
  // The page is older than what the form is about, such as an event that is full by now.
  if (response.status === 409) {
    await renew(form, answer.error)
    const fresh = document.querySelector<HTMLFormElement>(`form[data-send="${form.dataset.send}"]`)
    if (fresh) fill(fresh, values)
    return
  }
  refuse(form, answer)
}

/** Loads the parts of the page again that a form has changed, and says that it has. */
async function renew(form: HTMLFormElement, said: string | undefined): Promise<void> {
  const { renews, saidIn = '' } = form.dataset
  if (renews && !(await replace(renews.split(',')))) return location.reload()
  const status = document.getElementById(saidIn)
  if (status) status.textContent = said ?? ''
  const place = status ?? document.querySelector<HTMLElement>(`${renews} button`)
  place?.focus()
}

/** Replaces parts of the page by those of the site. Returns false if one of them is missing. */
async function replace(parts: readonly string[]): Promise<boolean> {
  const answer = await fetchFromSite(location.href).catch(() => undefined)
  if (!answer?.ok) return false
  const { content } = Object.assign(document.createElement('template'), { innerHTML: await answer.text() })
  return parts.every((part) => {
    const fresh = content.querySelector(part)
    const old = document.querySelector(part)
    if (fresh) old?.replaceWith(fresh)
    return fresh && old
  })
}

/** Stores what was typed in a form on this device, or removes it. */
function store({ dataset: { draft } }: HTMLFormElement, values: Values | null): void {
  if (draft) storeItem(draft, values && JSON.stringify(values))
}

/** Shows what was typed before. A draft with more than the form has, such as mentions, stays for the form that has it. */
function restoreDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
    const draft = local.readJson<Values>(form.dataset.draft ?? '') ?? {}
    form.hidden = Object.entries(draft).some(([name, value]) => String(value) && !form.elements.namedItem(name))
    fill(form, draft)
  }
}
