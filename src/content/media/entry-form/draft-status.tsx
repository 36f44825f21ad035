import { Button } from '#ui/button.tsx'
import { Note } from '#ui/state/note.tsx'
import { text as webText } from '#web/text.ts'
import type { Uploads } from '#web/upload/uploads.ts'
import { text } from './text.ts'
import type { FormDraft } from './use-draft.ts'

type SaveDraftProps = { draft: FormDraft; uploads: Uploads; busy: boolean }

/** The button that saves a draft without validation, and a note that says where it is saved. */
export function SaveDraft({ draft, uploads, busy }: SaveDraftProps) {
  async function save() {
    await uploads.stopRecording()
    await draft.save()
  }
  return (
    <>
      <p className="small dim draft-state" role="status">
        {sentenceOf(draft)}
      </p>
      <Button variant="line" busy={draft.busy || busy} onClick={() => void save()}>
        {text.save}
      </Button>
    </>
  )
}

function sentenceOf({ state, isKept }: FormDraft): string | null {
  if (state.is === 'saved') return text.inAccount
  if (state.is === 'on-device' || state.is === 'saving')
    return isKept() ? text.onDevice : text.notSaved(webText.deviceFull)
  return state.is === 'failed' ? text.notSaved(state.message) : null
}

/** Asks what to do if the draft was changed, posted or deleted on another device. Nothing is overwritten meanwhile. */
export function DraftProblem({ draft }: { draft: FormDraft }) {
  const { state, busy, keepMine, takeTheirs, saveAsNew } = draft
  if (state.is === 'changed')
    return (
      <Note
        look="ringed"
        icon="alert"
        role="status"
        action={
          <div className="row gap-2">
            <Button variant="line" busy={busy} onClick={() => void takeTheirs()}>
              {text.takeTheirs}
            </Button>
            <Button variant="line" busy={busy} onClick={() => void keepMine()}>
              {text.keepMine}
            </Button>
          </div>
        }
      >
        <p className="strong">{text.changed}</p>
        <p>{text.changedHint}</p>
      </Note>
    )
  if (state.is === 'gone')
    return (
      <Note
        look="ringed"
        icon="alert"
        role="status"
        action={
          <Button variant="line" busy={busy} onClick={() => void saveAsNew()}>
            {text.saveAsNew}
          </Button>
        }
      >
        <p className="strong">{text.gone}</p>
        <p>{text.goneHint}</p>
      </Note>
    )
  return null
}
