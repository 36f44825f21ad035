import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import type { OrderBrief, Status } from './schema.ts'
import { moveWord, statusWord } from './status.tsx'
import { text } from './text.ts'

type Moved = Pick<OrderBrief, 'id' | 'number' | 'buyer' | 'delivery' | 'payment'>

/** Sends a move, says what came of it, and has every list that shows the order loaded anew, a refused one too. */
export function useMove(order: Moved) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ status, reason }: { status: Status; reason?: string }) =>
      api.order.move({ id: order.id, status, ...(reason && { reason }) }),
    onSuccess: (_moved, { status }) => notify.success(text.moved(order.number, statusWord(status, order))),
    onSettled: () =>
      Promise.all(['order', 'selling', 'product'].map((room) => queryClient.invalidateQueries({ queryKey: [room] }))),
  })
}

/** Whether a move is asked about first: it ends the order. */
export const ends = (status: Status) => status === 'cancelled' || status === 'refunded'

type MoveButtonProps = {
  order: Moved
  status: Status /** Filled: the usual next move. */
  first?: boolean
  wide?: boolean
}

/** One press makes a move; who comes too late reads why in a toast. */
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

type EndButtonProps = { order: Moved; status: Status /** The seller has to say why. */; reasonNeeded: boolean }

/** Cancels an order or gives its money back, with a reason. */
export function EndButton({ order, status, reasonNeeded }: EndButtonProps) {
  const words = status === 'refunded' ? text.refund : text.cancel
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const move = useMove(order)

  function submit(event: FormEvent) {
    event.preventDefault()
    const said = reason.trim()
    setMissing(reasonNeeded && said === '')
    if (!move.isPending && (said !== '' || !reasonNeeded))
      move.mutate({ status, reason: said }, { onSuccess: () => setAsking(false) })
  }

  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {moveWord(status, order)}
        <span className="sr">{text.of(order.number)}</span>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title}
        slim
        dismissible={false}
        form={{ onSubmit: submit }}
        footer={
          <>
            <Button variant="line" onClick={() => setAsking(false)}>
              {text.back}
            </Button>
            <Button type="submit" busy={move.isPending}>
              {moveWord(status, order)}
            </Button>
          </>
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
      </Dialog>
    </>
  )
}
