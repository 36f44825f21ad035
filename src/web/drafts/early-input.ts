import { text } from '#web/text.ts'
import { notify } from '#web/toasts.ts'

/** A field of a form. */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** Fields can have the same name, or none; the index is the position among those of the same name and type. */
type Place = { name: string; type: string; index: number }
type Input = Place & {
  /** The value the field had before. */
  initial: string
  value: string
  checked: boolean
  files: FileList | null
}

const everyField = 'input, textarea, select'
const early = new Map<string, Input>()
let formsWillBeNew = false
let focused: Place | null = null

/**
 * Remembers what is typed, chosen or attached before React has hydrated the page, because hydration sets every field
 * to its initial value. Call it before hydration.
 */
export function watchEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>(everyField)) if (isChanged(field)) remember(field)
  addEventListener('input', onInput, true)
}

/**
 * Postpones `repeatEarlyInput`, because the forms of this page will be created again (`useDraftsKey`). A form that was
 * already submitted is not sent, because the user hasn't seen the draft that will appear in it.
 */
export function expectNewForms(): void {
  formsWillBeNew = true
  if (takeSubmitted()) notify.info(text.checkDraft)
  focused = isField(document.activeElement) ? placeOf(document.activeElement) : null
}

/** Enters the early input in the new forms, and moves the focus there so that the person can keep typing. */
export function continueInNewForms(): void {
  formsWillBeNew = false
  if (focused) fieldAt(focused)?.focus()
  repeatEarlyInput()
}

/** Enters the early input again and sends the form that was submitted early, once the forms are final. */
export function repeatEarlyInput(): void {
  if (formsWillBeNew) return
  removeEventListener('input', onInput, true)
  for (const input of early.values()) {
    const field = fieldAt(input)
    if (field) enter(field, input)
  }
  early.clear()
  const submitted = takeSubmitted()
  if (submitted?.isConnected) submitted.requestSubmit()
}

/** Returns the form that was submitted before hydration (`head-script.ts`). Later calls return undefined. */
function takeSubmitted(): HTMLFormElement | undefined {
  const page: HTMLElement & { early?: HTMLFormElement | undefined } = document.documentElement
  const form = page.early
  page.early = undefined
  return form
}

function onInput({ target }: Event): void {
  if (isField(target)) remember(target)
}

function remember(field: Field): void {
  const place = placeOf(field)
  const { checked = false, files = null } = field as Partial<HTMLInputElement>
  early.set(`${place.index} ${place.type} ${place.name}`, {
    ...place,
    initial: initialOf(field),
    value: field.value,
    checked,
    files,
  })
}

function placeOf(field: Field): Place {
  const { name, type } = field
  return { name, type, index: fieldsLike({ name, type }).indexOf(field) }
}

const fieldAt = (place: Place): Field | undefined => fieldsLike(place)[place.index]

const fieldsLike = ({ name, type }: Omit<Place, 'index'>): Field[] =>
  [...document.querySelectorAll<Field>(everyField)].filter((field) => field.name === name && field.type === type)

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const isTicked = ({ type }: Field) => type === 'checkbox' || type === 'radio'

function initialOf(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLInputElement && isTicked(field)) return field.checked !== field.defaultChecked
  return field.value !== initialOf(field)
}

function enter(field: Field, input: Input): void {
  if (field instanceof HTMLInputElement && isTicked(field)) {
    if (field.checked !== input.checked) field.click()
  } else if (field instanceof HTMLInputElement && field.type === 'file') {
    field.files = input.files
    tell(field, 'change')
  } else if (field.value !== input.value) {
    // React ignores a value that is set through the element's own property, so the prototype's setter is called.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, joined(field, input))
    tell(field, field instanceof HTMLSelectElement ? 'change' : 'input')
  }
}

/**
 * Returns the text for a field. If a draft was restored in the meantime, joins both texts, because neither may be lost.
 */
function joined({ type, value: restored }: Field, { initial, value }: Input): string {
  return restored !== initial && /^text/.test(type) ? `${restored} ${value}` : value
}

const tell = (field: Field, type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
