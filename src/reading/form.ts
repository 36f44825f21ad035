// The forms of reading pages share this: their values, what is wrong with them, and their request.

import { sendWithProof } from '#src/offline/proof-of-work/send.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import { local } from '#src/offline/storage.ts'
import { isStrongPassword, normalizePassword } from '#text/password.ts'

export type Field = HTMLInputElement | HTMLTextAreaElement
export type Values = Record<string, string | boolean>
export type Issue = { path: string; message: string | undefined }
export type Failure = { title?: string | undefined; error?: string | undefined; issues?: Issue[] | undefined }

/** Idempotency-Keys of requests that may have arrived although their answers did not, by what was sent. */
const keys = new Map<string, string>()

document.addEventListener('input', ({ target }) => {
  const field = target as Field
  if (field.ariaInvalid === 'true') mark(field, issueOf(field))
})

/**
 * Sends an input to an operation (`POST /api/…`), and a proof of work if the site requires one. Rejects if the site
 * doesn't answer: the request may have arrived, so here, and nowhere else, equal values have the same key.
 */
export async function request(form: HTMLFormElement, send: string | undefined, input: object): Promise<Response> {
  const [method = '', path = ''] = send?.split(' ') ?? []
  const body = JSON.stringify(input)
  const sent = `${send} ${body}`
  const key = keys.get(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  keys.set(sent, key)
  const headers = new Headers({ 'content-type': 'application/json', 'idempotency-key': key })
  const token = local.read('token')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const init = { method, headers, body }
  const note = form.querySelector<HTMLElement>('[data-checking]')
  const response = await sendWithProof(
    () => fetchFromSite(path, init),
    headers,
    (isRunning) => {
      if (note) note.textContent = (isRunning && note.dataset.checking) || ''
    },
  )
  if (response.status < 500) keys.delete(sent)
  return response
}

/** Shows on the button of a form that it is being sent. */
export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  const { working } = form.dataset
  form.ariaBusy = isBusy ? 'true' : null
  const button = working && form.querySelector<HTMLElement>('[type=submit]')
  if (!button) return
  button.toggleAttribute('data-busy', isBusy)
  button.ariaDisabled = isBusy ? 'true' : null
  if (!isBusy) button.querySelector('[role=status]')?.remove()
  else button.append(Object.assign(document.createElement('span'), { role: 'status', textContent: working }))
}

/** Shows why a form was not sent: each issue below its field, and others above the button. */
export function refuse(form: HTMLFormElement, { title = '', error = '', issues = [] }: Failure = {}): void {
  const fields = fieldsOf(form).filter(({ type }) => type !== 'hidden')
  const other = issues.find(({ path }) => !fields.some(({ name }) => name === path))?.message ?? error
  for (const field of fields) mark(field, issues.find(({ path }) => path === field.name)?.message)
  const alert = form.querySelector<HTMLElement>('[role=alert]')
  for (const [place, sentence] of [
    ['[data-refusal]', title],
    ['[data-refused]', other],
  ] as const) {
    const element = form.querySelector(place)
    if (element) element.textContent = sentence
  }
  if (alert) alert.hidden = !title && !other
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** Returns what the page itself can tell is wrong with a form. The site may refuse more. */
export function issuesIn(form: HTMLFormElement): Issue[] {
  return fieldsOf(form).flatMap((field) => {
    const message = issueOf(field)
    return message === undefined ? [] : { path: field.name, message }
  })
}

/** Returns what a field's attributes say is wrong with it. */
function issueOf(field: Field): string | undefined {
  const { least, short, wrong, strong, same, differs } = field.dataset
  const typed = typedIn(field)
  if (typed.length < Number(least ?? 0)) return short
  if (field.type === 'email' && !/.@./.test(typed)) return wrong
  if (strong !== undefined && !isStrongPassword(typed)) return wrong
  const other = same && field.form?.elements.namedItem(same)
  return other && typedIn(other as Field) !== typed ? differs : undefined
}

function typedIn({ autocomplete, value }: Field): string {
  return /password/.test(autocomplete) ? normalizePassword(value) : value.normalize('NFKC').trim()
}

/** Shows what is wrong with a field below it, or nothing. */
function mark(field: Field, message: string | undefined): void {
  const id = `${field.id}-error`
  document.getElementById(id)?.remove()
  field.ariaInvalid = message ? 'true' : null
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((other) => other && other !== id)
  const ids = [...others, ...(message ? [id] : [])].join(' ')
  if (ids) field.setAttribute('aria-describedby', ids)
  else field.removeAttribute('aria-describedby')
  if (!message) return
  const note = Object.assign(document.createElement('p'), { className: 'err', id })
  const icon = field.form?.querySelector('[role=alert] > .i')?.cloneNode(true)
  note.append(...(icon ? [icon] : []), message)
  const frame = field.closest('.f')
  if (frame) frame.append(note)
  else field.after(note)
}

export function fill(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) {
    const value = values[field.name]
    if (typeof value === 'string') field.value = value
    if (typeof value === 'boolean' && isBox(field) && !field.hidden) field.checked = value
  }
}

/** Returns the values of a form. A repeated password is not sent. */
export function valuesOf(form: HTMLFormElement): Values {
  const fields = fieldsOf(form).filter(({ dataset }) => !dataset.same)
  return Object.fromEntries(fields.map((field) => [field.name, isBox(field) ? field.checked : field.value]))
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('input[name]:enabled, textarea[name]:enabled')]
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox'
}
