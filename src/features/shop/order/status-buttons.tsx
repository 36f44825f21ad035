import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kinds } from '#content/kinds.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import type { OrderBrief, Status } from './schema.ts'
import { moveWord, statusWord } from './status.tsx'
import { text } from './text.ts'

type Moved = Pick<OrderBrief, 'id' | 'number' | 'buyer' | 'delivery' | 'payment'>

/**
 * Returns a mutation that changes the status and shows the new one. Even after a refusal, it reloads every list that
 * shows the order.
 */
export function useMove(order: Moved) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ status, reason }: { status: Status; reason?: string }) =>
      api.order.move({ id: order.id, status, ...(reason && { reason }) }),
    onSuccess: (_moved, { status }) => notify.success(text.moved(order.number, statusWord(status, order))),
    onSettled: () =>
      Promise.all(
        ['order', 'selling', kinds.product.type].map((room) => queryClient.invalidateQueries({ queryKey: [room] })),
      ),
  })
}

/** Returns whether a change ends the order, which requires confirmation. */
export const ends = (status: Status) => status === 'cancelled' || status === 'refunded'

type MoveButtonProps = {
  order: Moved
  status: Status /** Whether the button is filled, because it is the usual next step. */
  first?: boolean
  wide?: boolean
}

/** Shows a button that changes the status with one press. A refusal is shown in a toast. */
export function MoveButton({ order, status, first, wide }: MoveButtonProps) {
  const move = useMove(order)
  return (
    <Button
      variant={first ? 'filled' : 'line'}
      wide={wide}
      busy={move.isPending}
      onClick={() => move.mutate({ status }, { onError: (error) => notify.error(`${text.notMoved} ${error.message}`) })}
    >
      {moveWord(status, order)}
      <span className="sr">{text.of(order.number)}</span>
    </Button>
  )
}

type EndButtonProps = { order: Moved; status: Status /** Whether a reason is required. */; reasonNeeded: boolean }

/** Shows a button that cancels or refunds an order after asking for the reason. */
export function EndButton({ order, status, reasonNeeded }: EndButtonProps) {
  const words = status === 'refunded' ? text.refund : text.cancel
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const move = useMove(order)

  function submit() {
    const reasonText = reason.trim()
    setMissing(reasonNeeded && reasonText === '')
    if (!move.isPending && (reasonText !== '' || !reasonNeeded))
      move.mutate({ status, reason: reasonText }, { onSuccess: () => setAsking(false) })
  }

  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {moveWord(status, order)}
        <span className="sr">{text.of(order.number)}</span>
      </Button>
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title}
        slim
        submit={moveWord(status, order)}
        busy={move.isPending}
        onSubmit={submit}
        beside={
          <Button variant="line" onClick={() => setAsking(false)}>
            {text.back}
          </Button>
        }
      >
        <p>{words.body}</p>
        <TextArea
          label={text.reason}
          hint={text.reasonHint}
          optional={!reasonNeeded}
          rows={3}
          maxLength={1000}
          error={missing ? text.reasonMissing : undefined}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormError title={move.error ? text.notMoved : null}>{move.error?.message}</FormError>
      </FormDialog>
    </>
  )
}
