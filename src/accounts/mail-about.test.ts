import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { groupMembers } from '#content/entry/table.ts'
import { mailJob } from '#core/mail.ts'
import type { Mail } from '#core/mailer.ts'
import { accounts } from '#core/tables.ts'
import { addJob } from '#server/http/context.ts'
import { buildArticle, buildProduct } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { move, of, order } from '#test/shop.ts'

const site = testSite()
let author: Person
let member: Person
let keeper: Person
let moderator: Person

// Each test gets new people, so that no mail carries over.
beforeEach(async () => {
  author = await site.person({ name: 'Sample Author', roles: ['seller'] })
  member = await site.person({ name: 'Sample Member' })
  keeper = await site.person({ name: 'Sample Keeper', roles: ['keeper'] })
  moderator = await site.person({ name: 'Sample Moderator', roles: ['moderator'] })
})

const title = 'Sample queued title'
const say = async (by: Person, entryId: string, more: object = {}) => {
  const { status, body } = await by.call('POST', `/api/entries/${entryId}/comments`, { text: 'Sample words', ...more })
  expect(status).toBe(201)
  return body as { id: string; updatedAt: string }
}
const subjectsTo = async ({ email }: { email: string }) => (await site.mails(email)).map(({ subject }) => subject)

/** Returns the jobs that compose emails, oldest first. */
async function queued() {
  const { rows } = await site.db.execute<{ payload: { id: string; kind: string; accountId: string } }>(
    sql`select j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail:about' order by j.id`,
  )
  return rows.map(({ payload }) => payload)
}

/** Adds people to a new group, with the author. */
async function inGroup(...people: Person[]) {
  const { body } = await keeper.call('POST', '/api/groups', { name: `Sample group ${crypto.randomUUID()}` })
  for (const { id } of [author, ...people])
    await site.db.insert(groupMembers).values({ groupId: body.id, accountId: id })
  return body.id as string
}

test('a queued email holds ids, and neither names, titles, texts nor addresses', async () => {
  const { id } = await buildArticle(author, { title })
  const comment = await say(member, id)
  await say(author, id, { parentId: comment.id, text: 'Sample answer' })
  await say(author, id, { text: `Sample mention <@${member.id}>` })
  const reported = await buildArticle(author, { title })
  await member.call('POST', '/api/reports', { entryId: reported.id, reason: 'mistake', words: 'Sample report' })
  const { body } = await moderator.call('GET', '/api/reports?limit=1')
  const decision = { resolution: 'hidden', note: 'Sample note' }
  expect((await moderator.call('PATCH', `/api/reports/${body.items[0].id}`, decision)).status).toBe(200)
  const word = (await author.call('POST', '/api/vocabulary', { form: 'sampleform', english: 'samplegloss' })).body
  const returned = { updatedAt: word.updatedAt, reason: 'Sample request' }
  expect((await keeper.call('POST', `/api/keepers/queue/${word.id}/return`, returned)).status).toBe(200)
  await keeper.call('PUT', `/api/groups/${await inGroup()}/members/${member.id}`)
  await keeper.call('DELETE', `/api/groups/${await inGroup()}/members/${author.id}`)
  const product = await buildProduct(author, { name: title })
  const placed = (await order(member, [of(product)])).body
  expect((await move(author, placed.id, 'confirmed')).status).toBe(200)

  const jobs = await queued()
  expect(new Set(jobs.map(({ kind }) => kind))).toEqual(
    new Set(['comment', 'report-decided', 'entry-hidden', 'entry-returned', 'group-added', 'group-removed', 'order']),
  )
  for (const job of jobs) {
    const text = JSON.stringify(job)
    for (const secret of ['Sample', '@site.test', 'Test Heritage', 'KES', '+254']) expect(text).not.toContain(secret)
  }
  const subjects = [...(await subjectsTo(author)), ...(await subjectsTo(member))]
  expect(subjects).toHaveLength(jobs.length)
})

describe('an email about a comment', () => {
  const commented = async (entry: object = {}) => {
    const { id } = await buildArticle(author, { title, ...entry })
    return { entryId: id as string, ...(await say(member, id)) }
  }

  test.each<[string, (comment: { id: string; entryId: string }) => Promise<unknown>]>([
    ['the comment is deleted', ({ id }) => member.call('DELETE', `/api/comments/${id}`)],
    ['a moderator hides it', ({ id }) => moderator.call('PUT', `/api/comments/${id}/hiding`, { reason: 'Sample' })],
    ['its entry is deleted', ({ entryId }) => author.call('DELETE', `/api/articles/${entryId}`)],
    ['the reader turns off emails', () => author.call('PUT', '/api/auth/preferences', { emailNotifications: false })],
    ['the reader is disabled', () => site.db.update(accounts).set({ disabledAt: sql`now()` })],
  ])('is not sent if, before that, %s', async (_, change) => {
    const comment = await commented()
    expect(await queued()).toHaveLength(1)
    await change(comment)
    expect(await subjectsTo(author)).toEqual([])
    await site.db.update(accounts).set({ disabledAt: null })
  })

  test('is not sent to a reader who has left the group of its entry', async () => {
    const group = await inGroup(member)
    const { id } = await buildArticle(author, { title, groups: [group] })
    const { id: parentId } = await say(member, id)
    await site.runJobs()
    await say(author, id, { parentId })
    expect(await queued()).toHaveLength(1)
    await member.call('DELETE', `/api/groups/${group}/members/${member.id}`)
    expect(await subjectsTo(member)).toEqual([])
  })

  test('says what is true when it is sent', async () => {
    const { id, updatedAt } = await commented()
    const change = { text: 'Sample changed words' }
    expect((await member.call('PATCH', `/api/comments/${id}`, change, { 'if-match': `"${updatedAt}"` })).status).toBe(
      200,
    )
    await site.db.update(accounts).set({ name: 'Sample Renamed' }).where(eq(accounts.id, member.id))
    const [mail] = await site.mails(author.email)
    expect(mail?.subject).toBe(`Sample Renamed commented on ${title}`)
    expect(mail?.text).toContain('Sample changed words')
  })

  test('goes to the address that the reader has when it is sent', async () => {
    await commented()
    const email = `new-${author.email}`
    await site.db.update(accounts).set({ email }).where(eq(accounts.id, author.id))
    expect(await subjectsTo(author)).toEqual([])
    expect(await subjectsTo({ email })).toEqual([`Sample Member commented on ${title}`])
  })
})

test('an email about a new member of a group is not sent once that person has been removed', async () => {
  const group = await inGroup()
  await keeper.call('PUT', `/api/groups/${group}/members/${member.id}`)
  await keeper.call('DELETE', `/api/groups/${group}/members/${member.id}`)
  expect(await subjectsTo(author)).toEqual([])
  expect(await subjectsTo(member)).toEqual([expect.stringMatching(/^You were removed from/)])
})

test('an email that an earlier release queued is still sent', async () => {
  const whole = { subject: 'Sample subject', text: 'Sample text.', html: '<p>Sample text.</p>' }
  await addJob(site.db, 'mail:send', { id: crypto.randomUUID(), to: member.email, ...whole }, mailJob)
  expect(await subjectsTo(member)).toEqual(['Sample subject'])
})

test('an email whose delivery is uncertain is sent again with the same Message-ID', async () => {
  const { mail } = site.services
  const sent: Mail[] = []
  site.services.mail = {
    ...mail,
    async send(one) {
      sent.push(one)
      if (sent.length === 1) throw new Error('the sample connection broke')
    },
  }
  const { id } = await buildArticle(author, { title })
  await say(member, id)
  const [job] = await queued()
  await site.runJobs()
  await site.db.execute('update graphile_worker._private_jobs set run_at = now()')
  await site.runJobs()
  site.services.mail = mail
  expect(sent.map((one) => one.id)).toEqual([job?.id, job?.id])
})
