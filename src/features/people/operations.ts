import { ById } from '#content/entry/schema.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { contributors, entriesOf, readPerson } from './queries.ts'
import { Contributors, PeopleQuery, PersonEntries, PersonEntriesQuery, Person as Schema } from './schema.ts'

/** Operations that read members' public profiles and what they have shared. */
export const people = {
  list: operation('GET', '/people', 'public', {
    cached: true,
    summary: 'List the members who shared something that the caller may see, most recent first',
    input: PeopleQuery,
    output: Contributors,
    async handler(ctx, { limit, ...query }) {
      const rows = await contributors(ctx, { limit: limit + 1, ...query })
      const keyOf = ({ latest, id }: (typeof rows)[number]) => ({ value: latest, id })
      return toPage(rows, limit, keyOf)
    },
  }),

  get: operation('GET', '/people/:id', 'public', {
    cached: true,
    summary: 'Read the page of a member, with their profile and the newest entries that they shared',
    input: ById,
    output: Schema,
    handler: (ctx, { id }) => readPerson(ctx, id),
  }),

  entries: operation('GET', '/people/:id/entries', 'public', {
    cached: true,
    summary: 'List the entries in one section of a member’s page, newest first',
    input: PersonEntriesQuery,
    output: PersonEntries,
    async handler(ctx, { id, limit, ...query }) {
      const { name, rows } = await entriesOf(ctx, { id, limit: limit + 1, ...query })
      return { ...toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id })), name }
    },
  }),
}
