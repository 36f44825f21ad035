import { and, asc, eq } from 'drizzle-orm'
import { requireMailDomain } from '#accounts/mail-domain.ts'
import { badToken } from '#accounts/tokens.ts'
import { after } from '#content/entry/list/where.ts'
import { addHappening } from '#content/entry/notification/add.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { audit } from '#core/audit.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { requireConfirmedEmail, viewerOf } from '#core/permission.ts'
import { requireEvent } from '../queries.ts'
import { eventRegistrations } from '../table.ts'
import { statusOf } from '../when.ts'
import { endRegistrations } from './change.ts'
import { openLink } from './link.ts'
import { tellOf } from './mail.ts'
import { mayReadRegistrations } from './policy.ts'
import { lockEvent, registrationsWithMember } from './queries.ts'
import {
  CancelledByLink,
  EndRegistration,
  NewRegistration,
  OwnRegistration,
  Registration,
  RegistrationLink,
  RegistrationQuery,
} from './schema.ts'
import { text } from './text.ts'

export const registration = {
  register: operation('POST', '/events/:id/registration', 'member', {
    legacy: 'registerForEvent',
    summary: 'Register for an event, or for its waiting list',
    input: NewRegistration,
    output: OwnRegistration,
    status: ({ state }) => (state === 'waiting' ? 202 : 201),
    async prepare(ctx, { id, email }) {
      const viewer = viewerOf(ctx)
      if (email === viewer.email) return
      // The confirmation goes to this email address, even if it is someone else's.
      if (ctx.mail.kind === 'smtp') requireConfirmedEmail(viewer)
      await requireEvent(ctx, id)
      await ctx.limits.take('registerOthers', viewer.id)
      await requireMailDomain(ctx, email, 'email')
    },
    async handler(ctx, { id, waitlist, ...person }) {
      const viewer = viewerOf(ctx)
      const event = await lockEvent(ctx, id)
      if (event.cancelledAt) throw new Conflict(text.refused.cancelled, 'event_cancelled')
      if (statusOf(event) === 'past') throw new Conflict(text.refused.past, 'event_past')
      const [existing] = await ctx.db
        .select({ id: eventRegistrations.id })
        .from(eventRegistrations)
        .where(and(eq(eventRegistrations.entryId, id), eq(eventRegistrations.email, person.email)))
      const { already, emailAlready } = text.refused
      if (existing) throw new Conflict(person.email === viewer.email ? already : emailAlready, 'already_registered')
      const full = event.capacity !== null && event.going >= event.capacity
      if (full && !waitlist) throw new Conflict(text.refused.full, 'event_full')
      const state = full ? ('waiting' as const) : ('registered' as const)
      const [inserted] = await ctx.db
        .insert(eventRegistrations)
        .values({ entryId: id, accountId: viewer.id, state, knownTitle: event.title, ...person })
        .returning({ id: eventRegistrations.id })
      await audit(ctx, 'event:register', id, { ownEmail: person.email === viewer.email })
      const own = await registrationsWithMember(ctx, eq(eventRegistrations.id, inserted?.id ?? ''))
      await tellOf(ctx, event, state, own)
      if (event.authorId && event.authorId !== viewer.id)
        await addHappening(ctx, { accountId: event.authorId, kind: 'registration', subjectId: id, entryId: id })
      ctx.contentChanged()
      return { fullName: person.fullName, email: person.email, state }
    },
  }),

  unregister: operation('DELETE', '/events/:id/registration', 'member', {
    summary: 'Cancel all of your registrations for an event, or only the one for an email',
    input: EndRegistration,
    output: Removed,
    async handler(ctx, { id, email }) {
      const viewer = viewerOf(ctx)
      const own = and(
        eq(eventRegistrations.accountId, viewer.id),
        email ? eq(eventRegistrations.email, email) : undefined,
      )
      await endRegistrations(ctx, id, own, viewer.email)
      await audit(ctx, 'event:unregister', id)
      ctx.contentChanged()
      return { id }
    },
  }),

  removeRegistration: operation('DELETE', '/registrations/:id', 'member', {
    summary: 'Cancel a registration for one of your events',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      const viewer = viewerOf(ctx)
      const one = eq(eventRegistrations.id, id)
      const [row] = await ctx.db.select({ entryId: eventRegistrations.entryId }).from(eventRegistrations).where(one)
      if (!row) throw new NotFound()
      const event = await requireEvent(ctx, row.entryId)
      if (!mayReadRegistrations(viewer, event)) throw new Forbidden(text.refused.notOrganizer)
      await endRegistrations(ctx, row.entryId, one, viewer.email)
      await audit(ctx, 'event:unregister', row.entryId)
      ctx.contentChanged()
      return { id }
    },
  }),

  cancelByLink: operation('POST', '/registrations/cancel', 'public', {
    summary: 'Cancel the registration that an emailed link is about, without logging in',
    input: RegistrationLink,
    output: CancelledByLink,
    async handler(ctx, { token }) {
      const link = openLink(ctx.tokens, token)
      if (!link) throw badToken()
      const one = eq(eventRegistrations.id, link.id)
      const [row] = await ctx.db.select().from(eventRegistrations).where(one)
      if (!row || !link.isFor(row.email)) throw badToken()
      await endRegistrations(ctx, row.entryId, one, row.email)
      await audit(ctx, 'event:cancel-by-link', row.entryId)
      ctx.contentChanged()
      return { success: true as const, title: row.knownTitle || null }
    },
  }),

  registrations: operation('GET', '/events/:id/registrations', 'member', {
    summary: 'List the registrations for one of your events, including the waiting list, oldest first',
    input: RegistrationQuery,
    output: Page(Registration),
    async handler(ctx, { id, limit, lastKey }) {
      const event = await requireEvent(ctx, id)
      if (!mayReadRegistrations(ctx.viewer, event)) throw new Forbidden(text.refused.notOrganizer)
      const { createdAt } = eventRegistrations
      const rows = await ctx.db
        .select()
        .from(eventRegistrations)
        .where(and(eq(eventRegistrations.entryId, id), after(lastKey, createdAt, 'asc', eventRegistrations.id)))
        .orderBy(asc(createdAt), asc(eventRegistrations.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }))
    },
  }),
}
