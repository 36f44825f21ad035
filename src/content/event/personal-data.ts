import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import { titleFor } from '#content/entry/personal-data.ts'
import { entries } from '#content/entry/table.ts'
import type { Viewer } from '#core/context.ts'
import { leaveEvents } from './registration/change.ts'
import { eventRegistrations } from './table.ts'

export const personalData: PersonalData = {
  files: { 'registrations.json': registrationsOf },
  leave: (ctx, accountId, choice) => leaveEvents(ctx, accountId, choice === 'delete'),
}

function registrationsOf(db: NodePgDatabase, viewer: Viewer) {
  const { entryId, fullName, email, phone, showMe, state, createdAt } = eventRegistrations
  return db
    .select({ entryId, title: titleFor(viewer), fullName, email, phone, showMe, state, createdAt })
    .from(eventRegistrations)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(eq(eventRegistrations.accountId, viewer.id))
    .orderBy(createdAt)
}
