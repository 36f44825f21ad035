import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { claimFile, refused } from '../claim.ts'
import { soundLength } from '../receive/sound-length.ts'
import { files } from '../table.ts'
import { refusals } from './refusals.ts'
import { longestVoice } from './schema.ts'
import { acceptedVoice } from './voice-length.ts'

/** Maximum size of a voice note in bytes: a minute at 400 kbit/s. */
const mostBytes = 3_000_000

/**
 * Measures an upload that is to be a voice note. Throws Invalid at `voice` if it is too long, too large or not a
 * recording, or if `claimFile` refuses it.
 */
export async function measureVoice(ctx: Context, url: string): Promise<void> {
  const { size, storageKey, contentType } = files
  const file = await ctx.transaction(async (inside) => {
    const id = await claimFile(inside, url, { path: 'voice', kinds: ['audio'] })
    const [row] = await inside.db
      .select({ id: files.id, size, storageKey, contentType })
      .from(files)
      .where(eq(files.id, id))
    return row
  })
  if (!file) throw refused('voice', refusals.nothing)
  if ((file.size ?? 0) > mostBytes) throw refused('voice', refusals.voiceTooLarge)
  const duration = soundLength(await bytesOf(ctx, file.storageKey), file.contentType)
  if (duration === undefined) return
  if (duration > acceptedVoice) throw refused('voice', refusals.voiceTooLong(longestVoice))
  // Players show this length until a job has measured it by decoding.
  await ctx.transaction(({ db }) => db.update(files).set({ duration }).where(eq(files.id, file.id)))
}

async function bytesOf({ storage }: Pick<Context, 'storage'>, key: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.open(key)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
