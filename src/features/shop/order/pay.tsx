import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { mpesaCode } from './mpesa-code.ts'
import type { Order } from './schema.ts'
import { text } from './text.ts'

type Draft = { code: string }

/** Asks the buyer for the M-Pesa code while the order is unpaid. */
export function PayForm({ order }: { order: Order }) {
  const words = text.pay
  const { id, payment, payTo } = order
  const storedDraft = draftOf<Draft>(formDraftName(`mpesa:${id}`))
  const queryClient = useQueryClient()
  const [code, setCode] = useState(() => storedDraft.read().code ?? payment.reference ?? '')
  const [wrong, setWrong] = useState(false)
  const pay = useMutation({
    mutationFn: (reference: string) => api.order.pay({ id, reference }),
    onSuccess: () => {
      storedDraft.clear()
      notify.success(words.saved)
      return queryClient.invalidateQueries({ queryKey: ['order'] })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const reference = code.trim().toUpperCase()
    setWrong(!mpesaCode.test(reference))
    if (mpesaCode.test(reference) && !pay.isPending) pay.mutate(reference)
  }

  return (
    <CheckedForm className="block quiet stack noprint" onSubmit={submit}>
      <h2 className="t1">{words.title}</h2>
      {payTo && (
        <p className="lines break">
          {text.facts.payTo}: <b>{payTo}</b>
        </p>
      )}
      <p>{words.lead}</p>
      <TextField
        label={words.code}
        hint={words.hint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={wrong ? words.wrong : pay.error ? sentenceOf(pay.error) : undefined}
        value={code}
        onChange={({ target }) => {
          setCode(target.value)
          storedDraft.write({ code: target.value })
        }}
      />
      <Button type="submit" busy={pay.isPending}>
        {words.save}
      </Button>
    </CheckedForm>
  )
}

function sentenceOf(error: Error): string {
  const [issue] = error instanceof ApiError ? error.issues : []
  return issue?.message ?? `${text.pay.failed} ${error.message}`
}
