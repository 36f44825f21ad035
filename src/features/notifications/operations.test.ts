import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifications } from '#content/entry/notification/table.ts'
import { groupMembers } from '#content/entry/table.ts'
import { accounts, rateLimits } from '#core/tables.ts'
import { buildArticle, buildEvent } from '#test/build.ts'
import { castForEach, type Person, testSite } from '#test/harness.ts'
import { jobs } from './jobs.ts'

const site = testSite()
const { author, member, other } = castForEach(site, { member: { name: 'Member Person' } })

beforeEach(async () => {
  await site.db.delete(rateLimits)
})

const say = async (by: Person, entryId: string, comment: string | object) => {
  const { status, body } = await by.call(
    'POST',
    `/api/entries/${entryId}/comments`,
    typeof comment === 'string' ? { text: comment } : comment,
  )
  if (status !== 201) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`)
  return body
}
const list = async (by: Person) => (await by.call('GET', '/api/notifications')).body.items
const unread = async (by: Person) => (await by.call('GET', '/api/notifications/unread')).body.count

describe('notifications', () => {
  test('report comments, replies and mentions, once for each person and comment', async () => {
    const article = await buildArticle(author, { title: 'Sample discussed title' })
    const { id } = await say(member, article.id, 'Sample comment')
    expect(await list(author)).toMatchObject([
      {
        kind: 'comment',
        title: 'Sample discussed title',
        path: `/dashboard/articles/${article.id}?comment=${id}#comments`,
        actor: { id: member.id, name: 'Member Person' },
        count: 1,
        read: false,
      },
    ])
    expect(await list(member)).toEqual([])
    const reply = await say(author, article.id, { text: `Sample reply <@${member.id}>`, parentId: id })
    expect(await list(member)).toMatchObject([{ kind: 'mention', path: expect.stringContaining(reply.id) }])
    await say(other, article.id, { text: 'Sample reply', parentId: id })
    expect((await list(member)).map(({ kind }: any) => kind)).toEqual(['reply', 'mention'])
    // The author took part in the thread, so the reply is not counted as a comment as well.
    expect((await list(author)).map(({ kind, count }: any) => [kind, count])).toEqual([
      ['reply', 1],
      ['comment', 1],
    ])
    expect([await unread(author), await unread(member), await unread(other)]).toEqual([2, 2, 0])
  })

  test('count repeated events until they are read', async () => {
    const article = await buildArticle(author)
    for (const by of [member, other, member]) await say(by, article.id, 'Sample comment')
    const [one] = await list(author)
    expect(one).toMatchObject({ kind: 'comment', count: 3, actor: { id: member.id } })
    expect(await unread(author)).toBe(1)
    const mark = (by: Person, body: object) => by.call('POST', '/api/notifications/read', body)
    expect((await mark(other, { id: one.id })).body.count).toBe(0)
    expect(await unread(author)).toBe(1)
    expect((await mark(author, {})).status).toBe(400)
    expect((await mark(author, { until: new Date(Date.now() - 60_000).toISOString() })).body.count).toBe(1)
    expect((await mark(author, { until: one.at })).body.count).toBe(0)
    await say(other, article.id, 'Sample comment')
    expect((await list(author)).map(({ count, read }: any) => [count, read])).toEqual([
      [1, false],
      [3, true],
    ])
    for (const path of ['/api/notifications', '/api/notifications/unread'])
      expect((await site.call('GET', path)).status).toBe(401)
  })

  test('of earlier comments stay when the newest one is deleted or hidden', async () => {
    const moderator = await site.person({ roles: ['moderator'] })
    const article = await buildArticle(author)
    const first = await say(member, article.id, 'Sample first comment')
    const second = await say(other, article.id, 'Sample second comment')
    const third = await say(other, article.id, 'Sample third comment')
    const seen = async () =>
      (await list(author)).map(({ count, actor, path }: any) => [count, actor.id, /comment=([^#]*)/.exec(path)?.[1]])
    expect(await seen()).toEqual([[3, other.id, third.id]])
    await other.call('DELETE', `/api/comments/${third.id}`)
    expect(await seen()).toEqual([[2, other.id, second.id]])
    const hidden = await moderator.call('PUT', `/api/comments/${second.id}/hiding`, { reason: 'Sample reason' })
    expect(hidden.status).toBe(200)
    expect(await seen()).toEqual([[1, member.id, first.id]])
    expect(await unread(author)).toBe(1)
    await member.call('DELETE', `/api/comments/${first.id}`)
    expect([await seen(), await unread(author)]).toEqual([[], 0])
  })

  test('are emailed at most once an hour for each thread, and never to a member who doesn’t want emails', async () => {
    const article = await buildArticle(author, { title: 'Sample mailed title' })
    const sent = async (to: Person) =>
      (await site.mails(to.email)).filter(({ subject }) => subject.includes('Sample mailed title'))
    const { id } = await say(member, article.id, 'Sample comment www.example.org')
    await say(other, article.id, 'Sample comment')
    const mails = await sent(author)
    expect(mails.map(({ subject }) => subject)).toEqual(['Member Person commented on Sample mailed title'])
    expect(mails[0]?.text).toContain('www. example. org')
    await site.db
      .update(notifications)
      .set({ mailedAt: sql`now() - interval '61 minutes'` })
      .where(eq(notifications.accountId, author.id))
    await say(other, article.id, 'Sample comment')
    expect(await sent(author)).toHaveLength(2)
    await member.call('PUT', '/api/auth/preferences', { emailNotifications: false })
    await say(author, article.id, { text: 'Sample reply', parentId: id })
    expect(await sent(member)).toHaveLength(0)
    expect(await unread(member)).toBe(1)
  })

  test('caused by a member with an unconfirmed email are not mailed', async () => {
    Object.assign(site.services.mail, { kind: 'smtp' })
    try {
      const article = await buildArticle(author)
      const { id } = await say(member, article.id, 'Sample comment')
      await site.db.update(accounts).set({ emailVerifiedAt: null }).where(eq(accounts.id, author.id))
      // The author's comments on their own post are shown, but nobody is mailed about them.
      await say(author, article.id, { text: 'Sample reply', parentId: id })
      Object.assign(site.services.mail, { kind: 'files' })
      expect((await site.mails(member.email)).some(({ subject }) => subject.includes('replied'))).toBe(false)
      expect(await unread(member)).toBe(1)
      const [row] = await site.db.select().from(notifications).where(eq(notifications.accountId, member.id))
      expect(row?.mailedAt).toBeNull()
    } finally {
      Object.assign(site.services.mail, { kind: 'files' })
    }
  })

  test('disappear, also from the count, once their entry or comment can’t be seen', async () => {
    const keeper = await site.person({ roles: ['keeper'] })
    const moderator = await site.person({ roles: ['moderator'] })
    const { body: group } = await keeper.call('POST', '/api/groups', { name: `Sample group ${crypto.randomUUID()}` })
    for (const { id } of [author, member, other])
      await site.db.insert(groupMembers).values({ groupId: group.id, accountId: id })
    const article = await buildArticle(author, { title: 'Sample secret title', groups: [group.id] })
    const { id } = await say(member, article.id, 'Sample comment')
    await say(other, article.id, { text: 'Sample reply', parentId: id })
    expect(await unread(member)).toBe(1)
    await site.db.delete(groupMembers).where(eq(groupMembers.accountId, member.id))
    expect([await list(member), await unread(member)]).toEqual([[], 0])
    await site.db.insert(groupMembers).values({ groupId: group.id, accountId: member.id })
    expect(await unread(member)).toBe(1)
    await moderator.call('PATCH', `/api/articles/${article.id}`, { groups: [] })
    await author.call('PATCH', `/api/articles/${article.id}`, { groups: [] })
    const [newest] = (await member.call('GET', `/api/comments/${id}`)).body.replies
    await moderator.call('PUT', `/api/comments/${newest.id}/hiding`, { reason: 'Sample reason' })
    expect(await unread(member)).toBe(0)
    await author.call('DELETE', `/api/articles/${article.id}`)
    expect(await site.db.$count(notifications, eq(notifications.entryId, article.id))).toBe(0)
  })

  test('include everything that is mailed about posts, registrations and groups', async () => {
    const moderator = await site.person({ roles: ['moderator'] })
    const keeper = await site.person({ roles: ['keeper'] })
    const article = await buildArticle(author, { title: 'Sample hidden title' })
    await moderator.call('PATCH', `/api/articles/${article.id}`, { state: 'hidden', reason: 'Sample reason' })
    const { body: group } = await keeper.call('POST', '/api/groups', { name: `Sample group ${crypto.randomUUID()}` })
    await keeper.call('PUT', `/api/groups/${group.id}/members/${author.id}`)
    const event = await buildEvent(author, { title: 'Sample event title' })
    const register = (by: Person, email: string) =>
      by.call('POST', `/api/events/${event.id}/registration`, {
        fullName: 'Sample Person',
        email,
        phone: '+254700000000',
      })
    await register(member, member.email)
    await register(other, other.email)
    const kinds = (await list(author)).map(({ kind, count }: any) => `${kind} ${count}`)
    expect(kinds).toEqual(['registration 2', 'message 1', 'message 1'])
    const messages = (await list(author)).filter(({ kind }: any) => kind === 'message')
    expect(messages.at(-1)).toMatchObject({
      title: expect.stringContaining('Sample hidden title'),
      path: `/articles/${article.id}`,
    })
    await author.call('PATCH', `/api/events/${event.id}`, { cancelled: true })
    expect((await list(member))[0]).toMatchObject({
      kind: 'message',
      title: expect.stringContaining('Sample event title'),
    })
  })

  test('are deleted after 90 days, beyond 1,000 per account, and with the account', async () => {
    const article = await buildArticle(author)
    await say(member, article.id, 'Sample comment')
    const mine = eq(notifications.accountId, author.id)
    const sweep = () => jobs['notifications:sweep']?.run({ db: site.db } as never, {})
    await sweep()
    expect(await site.db.$count(notifications, mine)).toBe(1)
    await site.db.update(notifications).set({ newestAt: sql`now() - interval '91 days'` }).where(mine)
    await sweep()
    expect(await site.db.$count(notifications, mine)).toBe(0)
    await site.db
      .insert(notifications)
      .values(
        Array.from({ length: 1005 }, (_, at) => ({ accountId: author.id, kind: 'message' as const, title: `${at}` })),
      )
    await sweep()
    expect(await site.db.$count(notifications, mine)).toBe(1000)
    expect(await unread(author)).toBe(100)
    await author.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'delete' })
    expect(await site.db.$count(notifications, mine)).toBe(0)
  })
})
