import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { fresh, usePaged } from '#web/paged.ts'
import type { Import } from '../schema.ts'
import { text } from '../text.ts'

/** Shows a button that undoes an import. Its dialog lists entries changed since then, which stay unless selected. */
export function UndoButton({ imported }: { imported: Import }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {text.undo}
      </Button>
      {asking && <UndoDialog id={imported.id} onClose={() => setAsking(false)} />}
    </>
  )
}

function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [also, setAlso] = useState<string[]>([])
  const queryClient = useQueryClient()
  const { list, items } = usePaged(['import', id, 'changed'], api.import.changed, { id, limit: 50 }, fresh)
  const undo = useMutation({
    mutationFn: () => api.import.undo({ id, also }),
    onSuccess: (data) => {
      queryClient.setQueryData(['import', id], data)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.undo}
      slim
      footer={
        <Button busy={undo.isPending} disabled={list.isPending} onClick={() => undo.mutate()}>
          {text.undo}
        </Button>
      }
    >
      <p>{text.undoHelp}</p>
      <PagedList
        list={list}
        loading={{ count: 2 }}
        failed={text.changedFailed}
        none={<p className="dim">{text.unchanged}</p>}
      >
        {items.length > 0 && (
          <fieldset className="stack gap-2">
            <legend className="strong">{text.changed}</legend>
            <p className="small">{text.changedHelp}</p>
            {items.map((entry) => (
              <Checkbox
                key={entry.id}
                label={entry.title}
                checked={also.includes(entry.id)}
                onChange={({ target: { checked } }) =>
                  setAlso(checked ? [...also, entry.id] : also.filter((one) => one !== entry.id))
                }
              />
            ))}
          </fieldset>
        )}
      </PagedList>
      <FormError title={undo.error ? text.undoFailed : null}>{undo.error?.message}</FormError>
    </Dialog>
  )
}
