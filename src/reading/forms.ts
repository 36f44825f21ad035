// Sends the forms of a reading page to the API (`SentForm`), and updates the parts of the page that they changed.

import { storeItem } from '#src/offline/drafts.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'

type Values = Record<string, string | boolean>
type Answer = { state?: string; error?: string; issues?: { path: string; message: string }[] }

/** Idempotency-Keys of requests that may have arrived although their answers did not, by what was sent. */
const keys = new Map<string, string>()

restoreDrafts()

document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-send]')
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
  form.ariaBusy = 'true'
  const values = valuesOf(form)
  try {
    await handle(form, values, await request(form, values))
  } catch {
    // It may have arrived: here, and nowhere else, another attempt with the same values has the same key.
    refuse(form, failed)
  }
  form.ariaBusy = null
}

async function request({ dataset: { send = '' } }: HTMLFormElement, values: Values): Promise<Response> {
  const [method = '', path = ''] = send.split(' ')
  const body = JSON.stringify(values)
  const key = keys.get(send + body) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  keys.set(send + body, key)
  const headers = {
    authorization: `Bearer ${local.read('token')}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const response = await fetchFromSite(path, { method, headers, body })
  if (response.status < 500) keys.delete(send + body)
  return response
}

async function handle(form: HTMLFormElement, values: Values, response: Response): Promise<void> {
  const answer: Answer = await response.json().catch(() => ({}))
  if (response.status === 401)
    return location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  // A 404 means that it was deleted before, for example in another tab.
  if (response.ok || (response.status === 404 && form.dataset.send?.startsWith('DELETE'))) {
    store(form, null)
    return renew(form, form.dataset[answer.state ?? ''] ?? form.dataset.said)
  }
  // The page is older than what the form is about, such as an event that is full by now.
  if (response.status === 409) {
    await renew(form, answer.error)
    const fresh = document.querySelector<HTMLFormElement>(`form[data-send="${form.dataset.send}"]`)
    if (fresh) fill(fresh, values)
    return
  }
  refuse(form, answer.error, answer.issues)
}

/** Shows why a form was not sent, and each issue below its field. */
function refuse(form: HTMLFormElement, error = '', issues: Answer['issues'] = []): void {
  const place = form.querySelector('[data-refused]')
  if (place) place.textContent = error
  for (const old of form.querySelectorAll('[data-issue]')) old.remove()
  for (const field of fieldsOf(form)) {
    const issue = issues.find(({ path }) => path === field.name)
    field.ariaInvalid = issue ? 'true' : null
    if (!issue) continue
    const note = Object.assign(document.createElement('p'), { className: 'err', textContent: issue.message })
    note.id = `${field.id}-error`
    note.dataset.issue = ''
    field.after(note)
    field.setAttribute('aria-describedby', note.id)
  }
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
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

function fill(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) {
    const value = values[field.name]
    if (typeof value === 'string') field.value = value
    if (typeof value === 'boolean' && isBox(field) && !field.hidden) field.checked = value
  }
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, isBox(field) ? field.checked : field.value]))
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')]
}

function isBox(field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement {
  return field.type === 'checkbox'
}
