import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { data, redirect } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { ProsePage } from '#ui/layout/title-band.tsx'
import { Note } from '#ui/state/note.tsx'
import appCss from '#ui/styles/app.css?url'
import { api, apiContext } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { fieldsOf, showIssues } from '#web/fields.ts'
import { headed } from '#web/head.ts'
import type { Route } from './+types/send.page.ts'
import { type FieldName, MessageFields } from './fields.tsx'
import { NewMessage } from './schema.ts'
import { text } from './text.ts'

// If the server refuses a message, this page shows the form again with what was typed. With JavaScript, it can also
// compute a proof of work, which the plain form on /contact can't.
export const handle = { hydrate: true }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export const meta = headed(() => ({ title: text.title, unlisted: true }))

const noMessage = { name: '', email: '', phone: '', message: '' }
const names = Object.keys(noMessage) as FieldName[]
const sentPath = '/contact?sent'

/** Sends a message from a form that was submitted without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = new URLSearchParams(await request.text())
  const values = Object.fromEntries(names.map((name) => [name, form.get(name) ?? ''])) as typeof noMessage
  try {
    await context.get(apiContext).contact.send(values)
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const { message, code, issues } = await ApiError.of(error)
    return data({ values, refused: { message, code, issues } }, { status: error.status })
  }
  return redirect(sentPath)
}

export default function Send({ actionData }: Route.ComponentProps) {
  return (
    <ProsePage field="ochre" title={text.title} lead={text.lead}>
      <h2>{text.formTitle}</h2>
      <Form {...actionData} />
    </ProsePage>
  )
}

type Failure = { title: string; message?: string }
type Answered = { values?: typeof noMessage; refused?: Pick<ApiError, 'message' | 'code' | 'issues'> }

function Form({ values = noMessage, refused }: Answered) {
  const needsProof = refused?.code === 'proof_of_work'
  const [failure, setFailure] = useState<Failure | null>(
    refused ? { title: text.notSent, message: refused.message } : null,
  )
  const form = useForm<typeof noMessage>({ defaultValues: values, resolver: zodResolver(NewMessage) as never })
  const { setError, handleSubmit, formState } = form
  const field = fieldsOf(form)
  async function send(message: typeof noMessage) {
    setFailure(null)
    try {
      await api.contact.send(message)
      location.assign(sentPath)
    } catch (error) {
      setFailure({ title: text.notSent, message: showIssues(error, setError) })
    }
  }
  const submit = handleSubmit(send, () => setFailure({ title: text.check }))
  const isChecking = useResubmit(needsProof, submit)
  const issueOf = (name: FieldName) => refused?.issues.find(({ path }) => path === name)?.message
  return (
    <CheckedForm className="stack" method="post" action="/contact/send" onSubmit={submit}>
      {needsProof && (
        <>
          <noscript>
            <p className="note ringed">{text.needsScript}</p>
          </noscript>
          <div role="status">
            {isChecking && formState.isSubmitting && (
              <Note look="ringed">
                <p>{text.checking}</p>
              </Note>
            )}
          </div>
        </>
      )}
      <MessageFields
        field={(name) => {
          const { error, ...rest } = field(name)
          return { ...rest, defaultValue: values[name], error: error ?? issueOf(name) }
        }}
      />
      {failure && !(needsProof && failure.message === refused?.message) && (
        <FormError title={failure.title}>{failure.message}</FormError>
      )}
      <Button type="submit" busy={formState.isSubmitting}>
        {text.send}
      </Button>
    </CheckedForm>
  )
}

/** Submits the form again once, because the person has already pressed Send. Returns whether it has done so. */
function useResubmit(isWanted: boolean, submit: () => Promise<void>): boolean {
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    if (!isWanted || isSent) return
    setSent(true)
    void submit()
  }, [isWanted, isSent, submit])
  return isSent
}
