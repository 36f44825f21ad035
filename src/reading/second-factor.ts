// The second step of a login, and passkeys. Their buttons name the operation that they are for.

import { request } from './form.ts'
import { hasPasskeys } from './passkeys.ts'

export type SecondFactor = { ticket: string; methods: { passkey: boolean; code: boolean; recoveryCode: boolean } }

let step: SecondFactor | undefined

/** Returns the ticket that a form of the second step sends along. */
export function ticketOf({ dataset }: HTMLFormElement): string | undefined {
  return 'second' in dataset ? step?.ticket : undefined
}

/** Opens the second step with the methods that the account has. */
export function askForSecondFactor(needed: SecondFactor, show: (view: string) => void): void {
  step = needed
  const template = document.querySelector<HTMLTemplateElement>('template[data-second-step]')
  template?.replaceWith(template.content)
  show('second')
  const form = document.querySelector<HTMLFormElement>('form[data-second]')
  if (form) chooseKind(form, needed.methods.code ? 'code' : '')
}

/** Asks for one kind of code (the name of its field), or only for a passkey. */
export function chooseKind(form: HTMLFormElement, kind: string): void {
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
export async function proofByPasskey(form: HTMLFormElement, send: string, failed = ''): Promise<Response> {
  const ticket = ticketOf(form)
  const asked = await request(form, `${send}/options`, { ticket })
  if (!asked.ok) return asked
  const { options } = await asked.json()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const assertion = await startAuthentication({ optionsJSON: options }).catch(() => undefined)
  if (!assertion) return Response.json({ error: failed }, { status: 400 })
  return request(form, send, { ticket, assertion })
}
