import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import { type JobOf, jobType } from '#core/job.ts'
import { MailPreferences } from '#core/mail.ts'
import { type PushNote, pushToTell } from '#core/push.ts'
import { sessions } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import { forgetDevice, selectDevices } from './queries.ts'

/** Pushes expire after this long. Members can still find older news on the site. */
const lifeSeconds = 24 * 60 * 60
/** Pushes are sent one at a time, so that a slow push service delays nothing else, and are retried for half an hour. */
const sendJob = { queue: 'push', maxAttempts: 8 }

const somethingNew: Record<Language, string> = {
  en: 'Something new for you',
  sw: 'Kuna jambo jipya kwako',
}

const pushToSend = jobType(
  'push:send',
  z.object({ sessionId: z.string(), text: z.string(), topic: z.string(), until: z.number() }),
  sendJob,
)

export const jobs: Jobs = {
  /** Queues a job for each device of a member, so that a retry for one device doesn't push to the others again. */
  ...pushToTell.doneBy(tell),
  ...pushToSend.doneBy(send),
}

async function tell(
  { db, site, transaction }: JobContext,
  { accountId, subject, path, entryId }: JobOf<typeof pushToTell>,
) {
  const devices = await selectDevices(db).where(eq(sessions.accountId, accountId))
  if (devices.length === 0) return
  const open = entryId !== undefined && (await isPublic(db, entryId))
  const topic = hash('sha256', entryId ?? path, 'base64url').slice(0, 32)
  await transaction(async (inside) => {
    for (const { sessionId, preferences } of devices) {
      const { language } = MailPreferences.parse(preferences)
      const body = open ? subject : somethingNew[language]
      const note: PushNote = { title: site.name, body, path, tag: topic, language }
      const text = JSON.stringify(note)
      await pushToSend.add(inside, { sessionId, text, topic, until: Date.now() / 1000 + lifeSeconds })
    }
  })
}

/** Returns true if everyone can see the entry in lists, so that its title may appear on a locked phone. */
async function isPublic(db: JobContext['db'], id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, id), listed(null)))
  return row !== undefined
}

/** Sends a push, unless it has expired or the device may no longer get it. Deletes a device that is gone. */
async function send({ db, push }: JobContext, { sessionId, text, topic, until }: JobOf<typeof pushToSend>) {
  const ttl = Math.floor(until - Date.now() / 1000)
  const [device] = await selectDevices(db).where(eq(sessions.id, sessionId))
  if (!device || ttl <= 0) return
  if ((await push.send(device, { text, topic, ttl })) === 'gone') await forgetDevice(db, sessionId)
}
