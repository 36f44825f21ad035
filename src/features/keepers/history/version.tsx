import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entry } from '#content/entry/schema.ts'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { fieldName, inOrder } from '../record-fields.tsx'
import { text } from '../text.ts'
import { Changes } from './changes.tsx'
import type { Version } from './schema.ts'

type Props = { entry: Entry; version: Version; newest: boolean }

/** Shows a version with its author and time, and a button that shows its differences below. */
export function VersionRow({ entry, version, newest }: Props) {
  const words = text.history
  const { number, act, actor, at, changed } = version
  const [open, setOpen] = useState(false)
  const when = formatDateTime(at, useDateSetting())
  const screenReaderDate = <span className="sr">: {when}</span>
  return (
    <li className="stack gap-3">
      <div>
        <p>
          <b>{words.acts[act]}</b> <span className="break">{actor ? words.by(actor.name) : words.bySite}</span>
        </p>
        <p className="small dim">
          <time dateTime={at}>{when}</time>
          {newest && ` · ${words.now}`}
        </p>
        {number > 1 && changed.length > 0 && (
          <p className="small dim break">{words.changed(inOrder(changed).map(fieldName).join(', '))}</p>
        )}
      </div>
      <div className="row">
        <Button variant="soft" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.close : words.open}
          {screenReaderDate}
        </Button>
        {!newest && <Restore entry={entry} number={number} when={when} />}
      </div>
      {open && <Changes id={entry.id} number={number} />}
    </li>
  )
}

function Restore({ entry: { id, updatedAt }, number, when }: { entry: Entry; number: number; when: string }) {
  const words = text.history
  const queryClient = useQueryClient()
  return (
    <ConfirmButton
      label={words.restore}
      of={when}
      title={words.restoreTitle}
      act={async () => {
        try {
          await api.history.restore({ id, number, updatedAt })
          notify.success(words.restored)
        } finally {
          // Everything is reloaded, because the text was restored or someone else has changed the entry.
          void queryClient.invalidateQueries()
        }
      }}
    >
      {words.restoreBody}
    </ConfirmButton>
  )
}
