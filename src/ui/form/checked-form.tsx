import { type ComponentProps, type SubmitEvent, useEffect, useRef } from 'react'

/**
 * A form validated by the page and the server instead of the browser. If a submission is refused, the first invalid
 * field gets the focus.
 */
export function CheckedForm({ onSubmit, ...form }: ComponentProps<'form'>) {
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  function submit(event: SubmitEvent<HTMLFormElement>) {
    stop.current()
    stop.current = focusWhenRefused(event.currentTarget)
    onSubmit?.(event)
  }
  return <form noValidate {...form} onSubmit={submit} />
}

/** Focuses the first invalid field once React has marked the fields. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => reveal(firstInvalid(form)))
}

/** Focuses a field, and opens what it is closed up in. */
function reveal(field: HTMLElement | null): void {
  const closed = field?.closest('details')
  if (closed) closed.open = true
  field?.focus()
}

const invalid = '[aria-invalid="true"]'
const focusable = 'input:not([hidden]), textarea, select, [contenteditable]'

/** Returns the first invalid field of a form, or the first choice of an invalid group. */
function firstInvalid(form: HTMLFormElement | null): HTMLElement | null {
  const first = form?.querySelector<HTMLElement>(invalid)
  if (!first || first.matches(focusable)) return first ?? null
  return first.querySelector<HTMLElement>(focusable) ?? first
}

/**
 * Focuses the first invalid field of a form that is being sent: immediately, or when the server's answer marks fields,
 * unless the person has started typing by then. Returns a function that stops this.
 */
function focusWhenRefused(form: HTMLFormElement): () => void {
  const observer = new MutationObserver(look)
  function stop() {
    observer.disconnect()
    form.removeEventListener('input', stop)
  }
  function look() {
    const first = firstInvalid(form)
    if (!first) return
    stop()
    reveal(first)
  }
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
  form.addEventListener('input', stop)
  // Fields that were invalid before don't change, so the observer would not report them.
  requestAnimationFrame(look)
  return stop
}
