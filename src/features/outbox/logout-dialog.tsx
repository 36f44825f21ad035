import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DialogSheet } from '#ui/overlay/dialog-sheet.tsx'
import { removeAll } from '#web/outbox/items.ts'
import { text } from './text.ts'

type Props = { count: number; onStay: () => void; onLeave: () => void }

/** Asks what to do with the items waiting on this device before logging out. */
export function LeavingDialog({ count, onStay, onLeave }: Props) {
  const [busy, setBusy] = useState(false)
  async function leave(remove: boolean) {
    setBusy(true)
    // If the browser refuses storage, nothing can be removed; the items stay encrypted.
    if (remove) await removeAll().catch(() => {})
    onLeave()
  }
  return (
    <DialogSheet
      open
      onClose={onStay}
      title={text.leaveTitle}
      slim
      footer={
        <>
          <Button variant="text" onClick={onStay}>
            {text.leaveStay}
          </Button>
          <Button variant="line" busy={busy} onClick={() => leave(true)}>
            {text.leaveRemove}
          </Button>
          <Button busy={busy} onClick={() => leave(false)}>
            {text.leaveKeep}
          </Button>
        </>
      }
    >
      <p>{text.leaveBody(count)}</p>
    </DialogSheet>
  )
}
