import type { EntryKind } from '#content/entry/address.ts'
import { refuseKeepersOnly } from '#content/entry/visibility/audience.ts'
import type { requireChangeable } from '#content/entry/write/change.ts'
import { type EntryChange, insertEntry, type NewEntry, updateEntry } from '#content/entry/write/write.ts'
import type { Context } from '#core/context.ts'
import { attachFiles, claimRecording, releaseFiles } from './claim.ts'

type Recorded<E> = E & { recording: string | null | undefined }

/**
 * Inserts a text with its recording and returns its id; `insert` adds the row of its type. Throws Forbidden if someone
 * other than a keeper limits the text to keepers, and Invalid at `recording` if `claimRecording` refuses that file.
 */
export async function createRecordedText(
  ctx: Context,
  type: EntryKind,
  { recording, ...entry }: Recorded<NewEntry>,
  insert: (entryId: string) => Promise<unknown>,
): Promise<string> {
  refuseKeepersOnly(ctx, entry.visibility)
  const coverId = await claimRecording(ctx, recording)
  const entryId = await insertEntry(ctx, type, { ...entry, coverId })
  await insert(entryId)
  if (coverId) await attachFiles(ctx, entryId, [coverId])
  return entryId
}

/** Changes a text that `requireChangeable` returned; undefined keeps its recording. Throws Invalid at `recording`. */
export async function changeRecordedText(
  ctx: Context,
  entry: Awaited<ReturnType<typeof requireChangeable>>,
  { recording, ...change }: Recorded<EntryChange>,
  update: () => Promise<unknown>,
): Promise<void> {
  const coverId = recording === undefined ? entry.coverId : await claimRecording(ctx, recording, entry.id)
  await updateEntry(ctx, entry, { ...change, coverId })
  await update()
  if (coverId) await attachFiles(ctx, entry.id, [coverId])
  await releaseFiles(ctx, entry.id, coverId ? [coverId] : [])
}
