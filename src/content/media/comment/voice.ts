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
 * Claims an upload as a voice note and returns its id. Throws Invalid at `voice` if it is too long, too large or not a
 * recording, or if `claimFile` refuses it.
 */
export async function claimVoice(ctx: Context, url: string): Promise<string> {
  const id = await claimFile(ctx, url, { path: 'voice', kinds: ['audio'] })
  const { size, storageKey, contentType } = files
  const [file] = await ctx.db.select({ size, storageKey, contentType }).from(files).where(eq(files.id, id))
  if (!file) throw refused('voice', refusals.nothing)
  if ((file.size ?? 0) > mostBytes) throw refused('voice', refusals.voiceTooLarge)
  const seconds = soundLength(await bytesOf(ctx, file.storageKey), file.contentType)
  if (seconds !== undefined && seconds > acceptedVoice) throw refused('voice', refusals.voiceTooLong(longestVoice))
  // Players show this length until a job has measured it by decoding.
  if (seconds !== undefined) await ctx.db.update(files).set({ duration: seconds }).where(eq(files.id, id))
  return id
}

async function bytesOf({ storage }: Pick<Context, 'storage'>, key: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.open(key)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
