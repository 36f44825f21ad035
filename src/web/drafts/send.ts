import { api } from '../api.ts'
import { ApiError } from '../errors.ts'
import { type DraftName, draftOf, draftsHere } from './draft.ts'
import { type DraftFields, deviceId, withoutHeld } from './link.ts'

/** Drafts of forms open in this tab, which save themselves. */
const openDrafts = new Set<string>()

/** Marks a draft as handled by a form. Returns a function that ends this. */
export function claimDraft(name: string): () => void {
  openDrafts.add(name)
  return () => openDrafts.delete(name)
}

/** Maximum bytes that fetch sends after the page is closed (`keepalive`). */
const maxKeepalive = 60_000

type SendOptions = { signal?: AbortSignal; leaving?: boolean }

/**
 * Saves a draft of this device in the account. Throws ApiError with the code `changed` if another device has saved it
 * since, or with status 404 if it was posted or deleted, and Offline if there is no answer.
 * @param values the form's values
 */
export async function sendDraft(
  name: DraftName,
  values: Record<string, unknown>,
  { signal, leaving }: SendOptions = {},
): Promise<void> {
  const link = draftOf(name).link()
  if (!link) return
  const { id, kind, title, files, savedAt, edits } = link
  const fields: DraftFields = { values: withoutHeld(values), files }
  const input = { id, kind, title, fields, deviceId: deviceId() }
  const keepalive = leaving && JSON.stringify(input).length < maxKeepalive
  const { updatedAt } = await api.draft.save(input, {
    changedFrom: savedAt,
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  })
  const latest = draftOf(name).link()
  if (latest?.id === id) draftOf(name).writeLink({ ...latest, savedAt: updatedAt, unsent: latest.edits !== edits })
}

/** Sends this account's drafts that were written without signal and whose form is closed. */
export async function sendUnsent(): Promise<void> {
  for (const name of draftsHere())
    if (draftOf(name).link()?.unsent && !openDrafts.has(name))
      await sendDraft(name, draftOf<Record<string, unknown>>(name).read()).catch((error: unknown) => {
        // If the server refused it, its form shows the reason when it is opened.
        if (!(error instanceof Error)) throw error
        if (error instanceof ApiError && error.status === 401) throw error
      })
}
