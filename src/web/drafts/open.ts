import { api, newUuid } from '../api.ts'
import { ApiError, Offline } from '../errors.ts'
import { type DraftKind, type DraftName, draftOf, formDraftName, unsentLink } from './draft.ts'
import { type DraftFields, draftsWithFiles, forgetFilesOf, hasFile, putAwayFiles, takeOutFiles } from './link.ts'
import { sendDraft } from './send.ts'

/** Maximum number of drafts of one member, which is also the length of the longest page of a list. */
const mostDrafts = 100

/**
 * Moves a draft of the account to the form of its kind. The form's current draft is saved in the account first. Throws
 * ApiError or Offline, and then leaves the form's draft unchanged.
 */
export async function openDraft(kind: DraftKind, id: string): Promise<void> {
  const name = formDraftName(kind)
  const slot = draftOf<Record<string, unknown>>(name)
  const before = slot.link()
  if (before?.id === id && before.unsent) return slot.writeLink({ ...before, parked: false })
  try {
    const draft = await api.draft.get({ id })
    if (draft.kind !== kind) throw new ApiError(404, 'not_found', '')
    await makeRoom(name, kind)
    putAwayFiles(name)
    const { values, files } = draft.fields as DraftFields
    const { title, updatedAt } = draft
    const state = { savedAt: updatedAt, unsent: false, parked: false, edits: 0 }
    slot.write(values ?? {}, { id, kind, title, files: files ?? {}, ...state })
    takeOutFiles(name, id)
    void forgetGoneDrafts().catch(() => {})
  } catch (error) {
    // The device has the last saved version.
    if (error instanceof Offline && before?.id === id) return slot.writeLink({ ...before, parked: false })
    throw error
  }
}

async function makeRoom(name: DraftName, kind: DraftKind): Promise<void> {
  const slot = draftOf<Record<string, unknown>>(name)
  const [values, link] = [slot.read(), slot.link()]
  const isEmpty = Object.keys(values).length === 0 && !(await hasFile(name))
  if (isEmpty || (link && !link.unsent)) return
  const title = String(values.title ?? values.name ?? '').slice(0, 200)
  if (!link) slot.writeLink({ ...unsentLink, id: newUuid(), kind, title })
  await sendDraft(name, values)
}

/** Deletes the files of drafts that were posted or deleted on another device. */
async function forgetGoneDrafts(): Promise<void> {
  const onDevice = await draftsWithFiles()
  if (onDevice.length === 0) return
  const { items, lastKey } = await api.draft.list({ limit: mostDrafts })
  if (lastKey) return
  const ids = new Set(items.map(({ id }) => id))
  for (const id of onDevice) if (!ids.has(id)) forgetFilesOf(id)
}
