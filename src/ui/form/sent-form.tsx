import type { ComponentProps } from 'react'

type SentFormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
  /** The method and path of an operation. Its input are the form's fields. */
  send: `${'POST' | 'PUT' | 'DELETE'} /api/${string}`
  /** Selectors, joined by commas, of the parts of the page that show what it changes. They are loaded again. */
  renews?: string
  /** The words to say then, and the id of the element that says them (`Said`). */
  said?: { words: string; in: string }
  /** Said instead if the answer says that nothing had to be sent. */
  unsent?: string
  /** Shown if the site doesn't answer. */
  failed: string
  /** The page that is opened instead without signal. It can store the input until there is signal. */
  otherwise?: string
  /** The item of local storage that has what was typed, until it is sent. */
  draft?: string
}

/** A form of a reading page, which has no React: the reading script sends it (`src/reading/forms.ts`). */
export function SentForm({ send, renews, said, unsent, failed, otherwise, draft, children, ...form }: SentFormProps) {
  return (
    <form
      noValidate
      {...form}
      data-send={send}
      data-renews={renews}
      data-said={said?.words}
      data-said-in={said?.in}
      data-unsent={unsent}
      data-failed={failed}
      data-otherwise={otherwise}
      data-draft={draft}
    >
      {children}
      <p className="err" role="alert" hidden data-refused />
    </form>
  )
}

/** The place where a form says that it was sent. */
export function Said({ id }: { id: string }) {
  return <p role="status" tabIndex={-1} className="strong" id={id} />
}
