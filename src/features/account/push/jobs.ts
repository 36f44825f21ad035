import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import type { JobContext, Jobs } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import { MailPreferences } from '#core/mail.ts'
import type { PushNote } from '#core/push.ts'
import { sessions } from '#core/tables.ts'
import { forgetDevice, selectDevices } from './queries.ts'

/** Who was away for longer finds it on the site. */
const lifeSeconds = 24 * 60 * 60
/** One at a time, so that a push service that answers slowly holds up nothing else; tried for half an hour. */
const sendJob = { queue: 'push', maxAttempts: 8 }

const somethingNew: Record<Language, string> = {
  en: 'Something new for you',
  sw: 'Kuna jambo jipya kwako',
}

const Told = z.object({ accountId: z.string(), subject: z.string(), path: z.string(), entryId: z.string().optional() })
const Sent = z.object({ sessionId: z.string(), text: z.string(), topic: z.string(), until: z.number() })

export const jobs: Jobs = {
  /** To each device of a member, as a job of its own: what one push service does not take, others have not twice. */
  'push:tell': {
    run: (ctx, payload) => tell(ctx, Told.parse(payload)),
  },
  'push:send': {
    run: (ctx, payload) => send(ctx, Sent.parse(payload)),
  },
}

async function tell(
  { db, site, transaction }: JobContext,
  { accountId, subject, path, entryId }: z.output<typeof Told>,
) {
  const devices = await selectDevices(db).where(eq(sessions.accountId, accountId))
  if (devices.length === 0) return
  const open = entryId !== undefined && (await isPublic(db, entryId))
  const topic = createHash('sha256')
    .update(entryId ?? path)
    .digest('base64url')
    .slice(0, 32)
  await transaction(async ({ addJob }) => {
    for (const { sessionId, preferences } of devices) {
      const { language } = MailPreferences.parse(preferences)
      const body = open ? subject : somethingNew[language]
      const note: PushNote = { title: site.name, body, path, tag: topic, language }
      const text = JSON.stringify(note)
      await addJob('push:send', { sessionId, text, topic, until: Date.now() / 1000 + lifeSeconds }, sendJob)
    }
  })
}

/** Whether everybody may see the entry in lists now, and so its title on a locked phone. */
async function isPublic(db: JobContext['db'], id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, id), listed(null)))
  return row !== undefined
}

/** Asks once more whether the device is signed in. */
async function send({ db, push }: JobContext, { sessionId, text, topic, until }: z.output<typeof Sent>) {
  const ttl = Math.floor(until - Date.now() / 1000)
  const [device] = await selectDevices(db).where(eq(sessions.id, sessionId))
  if (!device || ttl <= 0) return
  if ((await push.send(device, { text, topic, ttl })) === 'gone') await forgetDevice(db, sessionId)
}
