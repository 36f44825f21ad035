// The forms of the pages to log in, sign up, get back into an account and confirm an email (`DoorForm`).

import { tellAccount } from '#src/offline/register.ts'
import { local } from '#src/offline/storage.ts'
import { dropSession, storeSession } from '#src/offline/token.ts'
import { passwordRules } from '#text/password.ts'
import { type Failure, issuesIn, refuse, request, setBusy, valuesOf } from './form.ts'
import { leaveMessages } from './messages.ts'
import { hasPasskeys } from './passkeys.ts'

type Answer = Failure & Partial<SecondFactor> & { success?: boolean; code?: string; token?: string; user?: object }
/** The outcome of a request. The status is 0 without an answer of the site. */
type Outcome = { status: number; answer: Answer }
type Door = HTMLFormElement

/** ms that a message about an action is shown (spec 4.3). */
const toastMs = 3000
const token = new URLSearchParams(location.search).get('token')
const selectAll = <T extends HTMLElement>(selector: string) => document.querySelectorAll<T>(selector)
let toastTimer: ReturnType<typeof setTimeout> | undefined

for (const box of selectAll<HTMLInputElement>('[data-shows]:checked')) showPasswords(box)
for (const button of selectAll('form:not([data-second]) > [data-passkey]')) button.hidden = !hasPasskeys()
const [confirmation] = selectAll<Door>('form[data-confirm]')
if (confirmation && local.read('token')) void confirm(confirmation)

document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<Door>('form[data-door]')
  if (!form) return
  event.preventDefault()
  const { send, check: title } = form.dataset
  const issues = issuesIn(form)
  if (issues.length > 0) return refuse(form, { title, issues })
  const ticket = ticketOf(form)
  void pass(form, () => request(form, send, { ...(token && { token }), ...(ticket && { ticket }), ...valuesOf(form) }))
})

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-passkey], [data-use], [data-show], [data-retry]')
  const form = button?.closest<Door>('form[data-door]')
  const { use, show: view, passkey, retry } = button?.dataset ?? {}
  if (view) show(view)
  if (retry !== undefined && confirmation) void confirm(confirmation)
  if (!form) return
  if (use) {
    chooseKind(form, use)
    refuse(form)
  }
  if (passkey) void pass(form, () => proofByPasskey(form, passkey, button?.dataset.failed))
})

document.addEventListener('change', ({ target }) => {
  if ((target as Element).matches('[data-shows]')) showPasswords(target as HTMLInputElement)
})

document.addEventListener('input', ({ target }) => {
  const { value, dataset } = target as HTMLInputElement
  for (const item of 'strong' in dataset ? selectAll('[data-rule]') : [])
    item.hidden = passwordRules[item.dataset.rule as keyof typeof passwordRules](value) !== item.matches('.met')
})

// The dashboard's files are requested while the person types, so that it opens quickly.
document.addEventListener(
  'input',
  () => {
    for (const { content } of selectAll<HTMLTemplateElement>('template[data-next]')) document.head.append(content)
  },
  { once: true },
)

// The browser may show this page again as it was left.
addEventListener('pagehide', () => {
  for (const field of selectAll<HTMLInputElement>('[autocomplete$=password]')) field.value = ''
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && local.read('token')) location.reload()
})

/** Sends what a form or a button asks for, and shows what it led to. */
async function pass(form: Door, ask: () => Promise<Response>): Promise<void> {
  if (form.ariaBusy) return
  refuse(form)
  const { status, answer } = await outcomeOf(form, ask)
  const { door = '', failure: title, invalid, ends } = form.dataset
  if (status < 200 || status > 299) return fail(form, status, answer)
  if (door !== 'enter') {
    if (ends !== undefined) {
      dropSession()
      void tellAccount()
    }
    return show(door, String(valuesOf(form).email ?? ''))
  }
  if (answer.code === 'second_factor') return askForSecondFactor(answer as SecondFactor, show)
  if (!answer.success || !answer.token) return refuse(form, { title, error: invalid })
  storeSession({ token: answer.token, user: answer.user ?? {} })
  leaveMessages([{ type: 'success', message: form.dataset.done ?? '' }])
  // The button stays busy, because the page is about to change.
  setBusy(form, true)
  location.assign(redirectTarget(location.search))
}

function fail(form: Door, status: number, { code, error, issues }: Answer): void {
  // The ticket of the second step has expired, so the person starts again with the password.
  const isLate = code === 'ticket_expired'
  if (isLate) show('first')
  const place = (isLate && document.querySelector<Door>('form[data-view=first]')) || form
  const again = form.querySelector<HTMLElement>('[data-again]')
  if (again) again.hidden = !token || status === 0 || status > 428
  refuse(place, { title: form.dataset.failure, error, issues })
  const toast = document.querySelector<HTMLElement>('[data-toast]')
  if (!toast) return
  for (const sentence of toast.querySelectorAll('span')) sentence.textContent = error ?? ''
  toast.hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => {
    toast.hidden = true
  }, toastMs)
}

/** Confirms the email of the account that is logged in here. A link of another account is not used without asking. */
async function confirm(form: Door): Promise<void> {
  if (form.hidden) show('first')
  const ask = () => request(form, form.dataset.confirm, { token, ofViewer: true })
  const { status, answer } = await outcomeOf(form, ask)
  const { code, error = '' } = answer
  if (code === 'of_another') return
  const isRefused = status >= 400 && status < 429
  if (status === 200) show('done', String((answer as { email?: string }).email))
  else show(isRefused ? 'refused' : 'unreachable', error)
}

async function outcomeOf(form: Door, ask: () => Promise<Response>): Promise<Outcome> {
  const { failed: error, noAnswer } = form.dataset
  setBusy(form, true)
  try {
    const response = await ask()
    const answer: Answer = await response.json().catch(() => ({ error: noAnswer }))
    return { status: response.status, answer }
  } catch {
    return { status: 0, answer: { error } }
  } finally {
    setBusy(form, false)
  }
}

/** Shows one of the page's views, with its title and a value in the sentence that has a place for it. */
function show(name: string, value = ''): void {
  for (const view of selectAll('[data-view]')) view.hidden = view.dataset.view !== name
  const [heading] = document.getElementsByTagName('h1')
  const [view] = selectAll(`[data-view=${name}][data-title]`)
  if (!heading || !view) return
  heading.textContent = view.dataset.title ?? ''
  for (const place of view.querySelectorAll<HTMLElement>('[data-fill]'))
    place.textContent = place.dataset.fill?.replace('#', () => value) ?? ''
  heading.focus()
  if (view.querySelector('[data-send]:not([data-door])')) void import('./forms.ts')
}

function showPasswords({ form, checked }: HTMLInputElement): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('[autocomplete$=password]') ?? [])
    field.type = checked ? 'text' : 'password'
}

/** Returns where to go after a login: a path of this site, or the dashboard. */
function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect')
  if (!target) return '/dashboard'
  const url = new URL(target, location.origin)
  // Dot segments can leave two slashes in front, which would name another site.
  const within = url.origin === location.origin && target.startsWith('/') && !url.pathname.startsWith('//')
  return within ? url.pathname + url.search + url.hash : '/dashboard'
}

// The second step of a login, and passkeys. Their buttons name the operation that they are for.

type SecondFactor = { ticket: string; methods: { passkey: boolean; code: boolean; recoveryCode: boolean } }

let step: SecondFactor | undefined

/** Returns the ticket that a form of the second step sends along. */
function ticketOf({ dataset }: HTMLFormElement): string | undefined {
  return 'second' in dataset ? step?.ticket : undefined
}

/** Opens the second step with the methods that the account has. */
function askForSecondFactor(needed: SecondFactor, show: (view: string) => void): void {
  step = needed
  const template = document.querySelector<HTMLTemplateElement>('template[data-second-step]')
  template?.replaceWith(template.content)
  show('second')
  const form = document.querySelector<HTMLFormElement>('form[data-second]')
  if (form) chooseKind(form, needed.methods.code ? 'code' : '')
}

/** Asks for one kind of code (the name of its field), or only for a passkey. */
function chooseKind(form: HTMLFormElement, kind: string): void {
  const { passkey = false, ...codes } = step?.methods ?? {}
  for (const part of form.querySelectorAll<HTMLElement>('[data-kind]')) {
    part.hidden = part.dataset.kind !== kind
    for (const field of part.querySelectorAll('input')) {
      field.disabled = part.hidden
      field.value = ''
      if (!part.hidden) field.focus()
    }
  }
  for (const button of form.querySelectorAll<HTMLElement>('[data-use], [data-passkey], [type=submit]')) {
    const { use } = button.dataset
    if (use) button.hidden = use === kind || !(codes as Record<string, boolean>)[use]
    else if ('passkey' in button.dataset) {
      button.hidden = !passkey || !hasPasskeys()
      button.classList.toggle('line', kind !== '')
    } else button.hidden = kind === ''
  }
}

/** Asks for a passkey and sends its proof. @param failed says that it couldn't be used */
async function proofByPasskey(form: HTMLFormElement, send: string, failed = ''): Promise<Response> {
  const ticket = ticketOf(form)
  const asked = await request(form, `${send}/options`, { ticket })
  if (!asked.ok) return asked
  const { options } = await asked.json()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const assertion = await startAuthentication({ optionsJSON: options }).catch(() => undefined)
  if (!assertion) return Response.json({ error: failed }, { status: 400 })
  return request(form, send, { ticket, assertion })
}
