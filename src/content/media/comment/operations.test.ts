import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { editableMinutes } from '#content/entry/comment/policy.ts'
import { comments } from '#content/entry/comment/table.ts'
import { groupMembers } from '#content/entry/table.ts'
import { accounts, rateLimits } from '#core/tables.ts'
import { buildArticle, buildConsent, buildEvent, buildPoem } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after, everyPage } from '#test/pages.ts'
import { ffmpegIsHere, record } from '#test/recordings.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { files } from '../table.ts'
import { personalData } from './personal-data.ts'
import { longestComment } from './schema.ts'

const site = testSite()
const { author, member, other, moderator, keeper } = cast(site, { member: { name: 'Member Person' } })

const guest: Pick<Person, 'call'> = { call: (...args) => site.call(...args) }
const say = (by: Pick<Person, 'call'>, entryId: string, comment: string | object, headers?: Record<string, string>) =>
  by.call(
    'POST',
    `/api/entries/${entryId}/comments`,
    typeof comment === 'string' ? { text: comment } : comment,
    headers,
  )
const read = async (by: Pick<Person, 'call'>, entryId: string, query = '') =>
  (await by.call('GET', `/api/entries/${entryId}/comments${query}`)).body
const textsFor = async (by: Pick<Person, 'call'>, entryId: string): Promise<string[]> =>
  (await read(by, entryId)).items.flatMap((thread: any) => [
    thread.text,
    ...thread.replies.map(({ text }: any) => text),
  ])
const voice = (seconds = 2) => sound(104 * Math.round(seconds * 38.28))
const sentVoice = (by: Person, seconds?: number) =>
  uploadFile(site, by, voice(seconds), { filename: 'v.mp3', contentType: 'audio/mpeg' })

async function inGroup(members: Person[], entry: Record<string, unknown> = {}) {
  const { body: group } = await keeper.call('POST', '/api/groups', { name: `Sample group ${crypto.randomUUID()}` })
  for (const { id } of [author, ...members])
    await site.db.insert(groupMembers).values({ groupId: group.id, accountId: id })
  return { group, article: await buildArticle(author, { groups: [group.id], ...entry }) }
}

describe('a comment', () => {
  test('can be read by everyone who sees the entry, with replies under it, the newest thread first', async () => {
    const article = await buildArticle(author)
    const first = await say(member, article.id, 'Sample comment one')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      entryId: article.id,
      parentId: null,
      text: 'Sample comment one',
      author: { id: member.id, name: 'Member Person' },
      may: ['edit', 'delete'],
    })
    const { id } = (await say(other, article.id, 'Sample comment two')).body
    const reply = await say(author, article.id, { text: 'Sample reply', parentId: first.body.id })
    expect(reply.body.parentId).toBe(first.body.id)
    const list = await read(guest, article.id)
    expect(list).toMatchObject({
      open: true,
      lastKey: null,
      items: [{ id, replies: [] }, { replies: [{ text: 'Sample reply' }] }],
    })
    expect(list.items[0].may).toBeUndefined()
    expect((await say(guest, article.id, 'no')).status).toBe(401)
    // A reply has no replies.
    const nested = await say(member, article.id, { text: 'nested', parentId: reply.body.id })
    expect([nested.status, nested.body.code]).toEqual([409, 'gone'])
    expect((await guest.call('GET', `/api/comments/${reply.body.id}`)).body).toMatchObject({
      id: first.body.id,
      replies: [{}],
    })
  })

  test('can be written under events and media, but not under a poem or an unknown entry', async () => {
    const event = await buildEvent(author)
    const media = await author.call('POST', '/api/media', {
      ...{ title: 'Sample media', visibility: 'public' },
      link: `data:audio/mpeg;base64,${voice().toString('base64')}`,
    })
    const poem = await buildPoem(author)
    const responses = [event.id, media.body.id, poem.id, crypto.randomUUID()].map((id) =>
      say(member, id, 'Sample comment'),
    )
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201, 404, 404])
    expect((await guest.call('GET', `/api/entries/${poem.id}/comments`)).status).toBe(404)
    const mine = (await member.call('GET', `/api/media/${media.body.id}`)).body
    expect(mine.allowComments).toBe(true)
  })

  test('is plain text, whatever it contains', async () => {
    const article = await buildArticle(author)
    const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)> https://example.org/x [a](javascript:x)'
    expect((await say(member, article.id, hostile)).body.text).toBe(hostile)
    const page = (await site.call('GET', `/articles/${article.id}`)).body as string
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>alert(1)')
    expect(page).not.toContain('href="https://example.org/x"')
    const issues = async (text: string) => (await say(member, article.id, text)).status
    expect(await issues('x'.repeat(longestComment))).toBe(201)
    expect(
      await Promise.all([issues('x'.repeat(longestComment + 1)), issues('  '), issues('a\u0001b'), issues('\u0000')]),
    ).toEqual([400, 400, 400, 400])
  })

  test('sent twice with one key is stored once', async () => {
    const article = await buildArticle(author)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const sent = [
      await say(member, article.id, 'Sample once', headers),
      await say(member, article.id, 'Sample once', headers),
    ]
    expect(sent[0]?.body.id).toBe(sent[1]?.body.id)
    expect(await textsFor(guest, article.id)).toEqual(['Sample once'])
  })

  test('is listed in pages, both as a thread and as a reply', async () => {
    const article = await buildArticle(author)
    const values = Array.from({ length: 25 }, (_, at) => ({
      ...{ entryId: article.id, authorId: member.id, text: `thread ${at}` },
      createdAt: new Date(Date.now() - 1000 * (30 - Math.floor(at / 2))).toISOString(),
    }))
    const rows = await site.db.insert(comments).values(values).returning()
    const parentId = rows[3]?.id ?? ''
    await site.db.insert(comments).values(
      Array.from({ length: 23 }, (_, at) => ({
        entryId: article.id,
        parentId,
        authorId: other.id,
        text: `reply ${at}`,
      })),
    )
    const seen = (await everyPage(guest, `/api/entries/${article.id}/comments?limit=7`)).map(({ id }) => id)
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    const { body: thread } = await guest.call('GET', `/api/comments/${parentId}`)
    expect(thread.replies).toHaveLength(20)
    const more = await guest.call('GET', `/api/comments/${parentId}/replies?${after(thread.moreReplies)}`)
    expect([more.body.items.length, more.body.lastKey]).toEqual([3, null])
  })

  test('is shown under its own entry only', async () => {
    const [article, another] = [await buildArticle(author), await buildArticle(author)]
    const { id } = (await say(member, article.id, 'Sample comment elsewhere')).body
    const page = async (entryId: string) => (await site.call('GET', `/articles/${entryId}?thread=${id}`)).body
    expect(await page(article.id)).toContain('Sample comment elsewhere')
    expect(await page(another.id)).not.toContain('Sample comment elsewhere')
  })

  test('drops the cached page of its entry', async () => {
    const article = await buildArticle(author)
    const page = async () =>
      (await site.call('GET', `/articles/${article.id}`, undefined, { accept: 'text/html' })).body
    await page()
    await say(member, article.id, 'Sample fresh comment')
    expect(await page()).toContain('Sample fresh comment')
  })

  test('is refused if its author has written or changed too many comments recently; others can still write', async () => {
    const article = await buildArticle(author)
    const eager = await site.person()
    const { id } = (await say(eager, article.id, 'Sample comment')).body
    const change = () => eager.call('PATCH', `/api/comments/${id}`, { text: 'Sample changed' })
    expect((await change()).status).toBe(200)
    const statuses = new Set<number>()
    for (let count = 0; count < 59; count++) statuses.add((await say(eager, article.id, `comment ${count}`)).status)
    expect([...statuses]).toEqual([201, 429])
    expect((await change()).status).toBe(429)
    expect((await say(member, article.id, 'Sample comment')).status).toBe(201)
    await site.db.delete(rateLimits)
  })
})

describe('reading comments', () => {
  test('is only for people who may read the entry now, be it for a group, for members, a draft or hidden', async () => {
    const { group, article } = await inGroup([member])
    await say(member, article.id, 'Sample of the group')
    const { id } = (await read(member, article.id)).items[0]
    const statuses = async (by: Pick<Person, 'call'>) =>
      Promise.all(
        [`/api/entries/${article.id}/comments`, `/api/comments/${id}`, `/api/comments/${id}/replies`].map(
          async (path) => (await by.call('GET', path)).status,
        ),
      )
    for (const by of [guest, other, moderator, keeper]) expect(await statuses(by)).toEqual([404, 404, 404])
    for (const by of [author, member]) expect(await statuses(by)).toEqual([200, 200, 200])
    expect((await say(other, article.id, 'Sample intrusion')).status).toBe(404)
    expect((await say(moderator, article.id, { text: 'Sample intrusion', parentId: id })).status).toBe(404)
    for (const [method, path] of [
      ['PATCH', `/api/comments/${id}`],
      ['DELETE', `/api/comments/${id}`],
      ['PUT', `/api/comments/${id}/hiding`],
    ] as const)
      expect((await moderator.call(method, path, { text: 'x', reason: 'Sample' })).status).toBe(404)
    expect(
      (await other.call('POST', '/api/reports', { entryId: article.id, commentId: id, reason: 'spam' })).status,
    ).toBe(404)
    // A member who leaves the group no longer sees even their own comment.
    await site.db.delete(groupMembers).where(eq(groupMembers.accountId, member.id))
    expect(await statuses(member)).toEqual([404, 404, 404])
    expect((await member.call('DELETE', `/api/comments/${id}`)).status).toBe(404)
    expect(group.id).toBeDefined()

    const limited = await buildArticle(author, { visibility: 'members' })
    await say(member, limited.id, 'Sample for members')
    expect((await guest.call('GET', `/api/entries/${limited.id}/comments`)).status).toBe(404)
    expect(await textsFor(other, limited.id)).toEqual(['Sample for members'])
    await author.call('PATCH', `/api/articles/${limited.id}`, { state: 'draft' })
    expect((await other.call('GET', `/api/entries/${limited.id}/comments`)).status).toBe(404)
    expect((await say(author, limited.id, 'Sample')).body.code).toBe('draft')
    await author.call('PATCH', `/api/articles/${limited.id}`, { state: 'published' })
    await moderator.call('PATCH', `/api/articles/${limited.id}`, { state: 'hidden', reason: 'Sample reason' })
    expect((await member.call('GET', `/api/entries/${limited.id}/comments`)).status).toBe(404)
    expect(await textsFor(author, limited.id)).toEqual(['Sample for members'])
    expect((await say(author, limited.id, 'Sample')).body.code).toBe('hidden')
  })

  test('ends, also for voice notes, when the entry is deleted or a consent is withdrawn', async () => {
    for (const end of ['delete', 'withdraw']) {
      const article = await buildArticle(author)
      const { body } = await say(member, article.id, { text: 'Sample', voice: await sentVoice(member) })
      expect((await getFile(site, body.voice.url)).status).toBe(200)
      if (end === 'delete') await author.call('DELETE', `/api/articles/${article.id}`)
      else {
        const { id } = await buildConsent(keeper, article.id)
        const ended = await keeper.call('POST', `/api/consents/${id}/withdrawal`, { reason: 'Sample' })
        expect(ended.status).toBe(200)
      }
      expect((await member.call('GET', `/api/comments/${body.id}`)).status).toBe(404)
      for (const by of [undefined, member, keeper]) expect((await getFile(site, body.voice.url, by)).status).toBe(404)
      await site.runJobs()
      expect(await site.db.$count(files, eq(files.id, body.voice.url.slice('/files/'.length)))).toBe(0)
      expect(await site.db.$count(comments, eq(comments.id, body.id))).toBe(0)
    }
  })

  test('is only for their author, moderators and keepers while the author’s email is unconfirmed', async () => {
    Object.assign(site.services.mail, { kind: 'smtp' })
    try {
      const newcomer = await site.person({ name: 'New Person', unconfirmed: true })
      const article = await buildArticle(author)
      const { body } = await say(newcomer, article.id, {
        text: 'Sample of a newcomer',
        voice: await sentVoice(newcomer),
      })
      expect(body.unlisted).toBe(true)
      for (const by of [guest, member, author]) expect(await textsFor(by, article.id)).toEqual([])
      for (const by of [newcomer, moderator, keeper])
        expect(await textsFor(by, article.id)).toEqual(['Sample of a newcomer'])
      expect((await getFile(site, body.voice.url, member)).status).toBe(404)
      expect((await getFile(site, body.voice.url, newcomer)).status).toBe(200)
      expect((await say(member, article.id, { text: 'Sample', parentId: body.id })).status).toBe(409)
      expect(
        (await author.call('GET', '/api/notifications')).body.items.some(({ actor }: any) => actor?.id === newcomer.id),
      ).toBe(false)
      const { listWorkOf } = await import('#content/list-work.ts')
      await listWorkOf({ db: site.db, contentChanged: () => site.cache.clear() }, newcomer.id)
      expect(await textsFor(guest, article.id)).toEqual(['Sample of a newcomer'])
    } finally {
      Object.assign(site.services.mail, { kind: 'files' })
    }
  })
})

describe('changing a comment', () => {
  test('is only for its author, and only for a while', async () => {
    const article = await buildArticle(author)
    const { id } = (await say(member, article.id, 'Sample before')).body
    const edit = (by: Person, text: string) => by.call('PATCH', `/api/comments/${id}`, { text })
    for (const by of [author, other, moderator, keeper]) expect((await edit(by, 'Sample theft')).status).toBe(403)
    const { status, body } = await edit(member, 'Sample after')
    expect([status, body.text, typeof body.editedAt]).toEqual([200, 'Sample after', 'string'])
    expect((await edit(member, ' ')).status).toBe(400)
    const then = new Date(Date.now() - (editableMinutes + 1) * 60_000).toISOString()
    await site.db.update(comments).set({ createdAt: then }).where(eq(comments.id, id))
    expect((await edit(member, 'Sample late')).body.code).toBe('too_late')
    expect((await read(member, article.id)).items[0].may).toEqual(['delete'])
  })

  test('from a version that is no longer the newest saves nothing, also when two tabs save at the same time', async () => {
    const article = await buildArticle(author)
    const { body: first } = await say(member, article.id, 'Sample before')
    expect(first.updatedAt).toBe(first.createdAt)
    const edit = (text: string, header?: string) =>
      member.call('PATCH', `/api/comments/${first.id}`, { text }, header ? { 'if-match': header } : undefined)
    const tabs = ['Sample of tab one', 'Sample of tab two']
    const answers = await Promise.all(tabs.map((text) => edit(text, `"${first.updatedAt}"`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed')
    const saved = answers.find(({ status }) => status === 200)?.body
    expect(saved.updatedAt).toBe(saved.editedAt)
    expect((await edit('Sample late', `W/"${first.updatedAt}"`)).body.code).toBe('changed')
    expect(await textsFor(member, article.id)).toEqual([saved.text])
    // The newest version, any version, and an older client that names none are accepted.
    for (const header of [`"${saved.updatedAt}"`, '*', undefined])
      expect((await edit(`Sample with ${header}`, header)).status).toBe(200)
    expect((await edit('Sample late', `"${saved.updatedAt}"`)).status).toBe(409)
  })

  test('includes deleting it, for its author and the entry’s; an empty comment stays above replies', async () => {
    const article = await buildArticle(author)
    const { body: starter } = await say(member, article.id, { text: 'Sample starter', voice: await sentVoice(member) })
    const { body: reply } = await say(other, article.id, { text: 'Sample reply', parentId: starter.id })
    const remove = async (by: Person, id: string) => (await by.call('DELETE', `/api/comments/${id}`)).status
    for (const by of [other, moderator, keeper]) expect(await remove(by, starter.id)).toBe(403)
    expect(await remove(author, starter.id)).toBe(200)
    const [thread] = (await read(guest, article.id)).items
    expect(thread).toMatchObject({
      id: starter.id,
      state: 'deleted',
      author: null,
      text: '',
      voice: null,
      mentions: [],
    })
    expect(JSON.stringify(await read(keeper, article.id))).not.toContain('Sample starter')
    expect(JSON.stringify(await site.db.select().from(comments).where(eq(comments.id, starter.id)))).not.toContain(
      member.id,
    )
    for (const by of [member, keeper]) expect((await getFile(site, starter.voice.url, by)).status).toBe(404)
    expect((await say(member, article.id, { text: 'Sample', parentId: starter.id })).status).toBe(409)
    // Deleting the last reply also deletes the empty comment above it.
    expect(await remove(other, reply.id)).toBe(200)
    expect((await read(guest, article.id)).items).toEqual([])
    expect(await site.db.$count(comments, eq(comments.entryId, article.id))).toBe(0)
    expect(await remove(member, starter.id)).toBe(404)
  })

  test('by deleting it takes effect only once if two people do so at the same time', async () => {
    const article = await buildArticle(author)
    const { id } = (await say(member, article.id, 'Sample starter')).body
    const replies = await Promise.all(
      [1, 2].map(async () => (await say(other, article.id, { text: 'r', parentId: id })).body.id),
    )
    const remove = (by: Person, one: string) => by.call('DELETE', `/api/comments/${one}`)
    const responses = await Promise.all([remove(member, id), remove(author, id), remove(member, id)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    await Promise.all(replies.map((one) => remove(other, one)))
    expect(await site.db.$count(comments, eq(comments.entryId, article.id))).toBe(0)
  })

  test('includes deleting it where the author of the entry has turned off new comments', async () => {
    const article = await buildArticle(author, { allowComments: false })
    expect((await say(member, article.id, 'Sample')).body.code).toBe('comments_closed')
    const change = (by: Person, allowComments: unknown) =>
      by.call('PATCH', `/api/articles/${article.id}`, { allowComments })
    for (const by of [member, moderator, keeper]) expect((await change(by, true)).status).toBe(403)
    expect((await change(author, true)).body.allowComments).toBe(true)
    const { id } = (await say(member, article.id, 'Sample while open')).body
    await change(author, false)
    expect(await read(guest, article.id)).toMatchObject({ open: false, items: [{ text: 'Sample while open' }] })
    expect((await say(author, article.id, { text: 'Sample', parentId: id })).body.code).toBe('comments_closed')
    expect((await member.call('DELETE', `/api/comments/${id}`)).status).toBe(200)
    expect((await change(author, 'perhaps')).status).toBe(400)
  })
})

describe('a voice note', () => {
  test.runIf(ffmpegIsHere)('is a recording of up to a minute, measured by decoding it', async () => {
    const article = await buildArticle(author)
    const { status, body } = await say(member, article.id, { voice: await sentVoice(member, 60) })
    expect([status, body.text, body.voice.kind]).toEqual([201, '', 'audio'])
    expect(Math.abs(body.voice.duration - 60)).toBeLessThan(0.2)
    const tooLong = await say(member, article.id, { voice: await sentVoice(member, 62) })
    expect([tooLong.status, tooLong.body.issues[0].path]).toEqual([400, 'voice'])
    const data = (seconds: number) => `data:audio/mpeg;base64,${voice(seconds).toString('base64')}`
    expect((await say(member, article.id, { voice: data(62) })).status).toBe(400)
    expect((await say(member, article.id, { voice: data(59) })).status).toBe(201)
    const picture = await uploadFile(site, member, await phonePhoto(40, 30))
    expect((await say(member, article.id, { voice: picture })).status).toBe(400)
    const foreign = await sentVoice(other)
    expect((await say(member, article.id, { voice: foreign })).status).toBe(400)
    expect((await say(member, article.id, { voice: body.voice.url })).status).toBe(400)
    expect((await say(member, article.id, { voice: 'https://example.org/a.mp3' })).status).toBe(400)
  })

  const long = (name: string, options: string[]) =>
    record(name, ['-f', 'lavfi', '-i', 'sine=f=440:d=61:r=16000', ...options])

  test.runIf(ffmpegIsHere)('is refused if it is 61 s long, in each format', async () => {
    const article = await buildArticle(author)
    // Browsers and phones record these; the first two name no length in their header.
    const recorded = [
      ['a.webm', 'audio/webm', ['-c:a', 'libopus']],
      ['fragmented.m4a', 'audio/mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov']],
      ['a.m4a', 'audio/mp4', ['-c:a', 'aac']],
    ] as const
    const others = [
      ['a.ogg', 'audio/ogg', ['-c:a', 'libopus']],
      ['a.aac', 'audio/aac', ['-c:a', 'aac']],
      ['a.flac', 'audio/flac', []],
      ['a.aiff', 'audio/aiff', []],
      ['a.wav', 'audio/wav', []],
    ] as const
    for (const [name, contentType, options] of [...recorded, ...(deep ? others : [])]) {
      const sent = await uploadFile(site, member, long(name, [...options]), { filename: name, contentType })
      const { status, body } = await say(member, article.id, { voice: sent })
      const message = 'A voice note can be at most 60 seconds long. Record a shorter one.'
      expect([name, status, body.issues]).toEqual([name, 400, [{ path: 'voice', message }]])
    }
  })

  test.runIf(ffmpegIsHere)(
    'that is too long for a site without ffmpeg is left out later, and its author is told',
    async () => {
      const recorder = await site.person({ name: 'Recording Person' })
      const article = await buildArticle(author)
      const sent = await uploadFile(site, recorder, long('a.aac', []), { filename: 'a.aac', contentType: 'audio/aac' })
      const { PATH } = process.env
      process.env.PATH = '/nowhere'
      const { status, body } = await say(recorder, article.id, { text: 'Sample', voice: sent }).finally(() => {
        process.env.PATH = PATH
      })
      expect(status).toBe(201)
      await site.runJobs({ copies: [body.voice.url] })
      for (const by of [guest, recorder]) expect((await read(by, article.id)).items[0].voice).toBeNull()
      for (const by of [undefined, recorder, keeper]) expect((await getFile(site, body.voice.url, by)).status).toBe(404)
      const { items } = (await recorder.call('GET', '/api/notifications')).body
      expect(items.map(({ title }: any) => title)).toEqual(['Your voice note is too long'])
      const [mail] = (await site.mails(recorder.email)).filter(({ text }) => text.includes('longer than 60 seconds'))
      expect(mail?.text).toContain('Record a shorter one.')
    },
  )

  test('that turns out to be too long when it is decoded is served to nobody', async () => {
    const article = await buildArticle(author)
    const { body } = await say(member, article.id, { text: 'Sample', voice: await sentVoice(member) })
    await site.db.update(files).set({ duration: 3600 })
    for (const by of [undefined, member, keeper]) expect((await getFile(site, body.voice.url, by)).status).toBe(404)
    expect((await read(guest, article.id)).items[0].voice).toBeNull()
  })

  test('is served with its comment, and isn’t a file of the entry', async () => {
    const { article } = await inGroup([member], {
      coverImage: await uploadFile(site, author, await phonePhoto(60, 40)),
    })
    const { body } = await say(member, article.id, { text: 'Sample', voice: await sentVoice(member) })
    const { url } = body.voice
    const statuses = async () =>
      Promise.all(
        [undefined, author, member, other, keeper, moderator].map(async (by) => (await getFile(site, url, by)).status),
      )
    expect(await statuses()).toEqual([404, 200, 200, 404, 404, 404])
    expect((await getFile(site, url, author)).headers.get('cache-control')).toBe('private, no-cache')
    // A change to the entry doesn't release it.
    await author.call('PATCH', `/api/articles/${article.id}`, { title: 'Another sample title', coverImage: null })
    expect(await statuses()).toEqual([404, 200, 200, 404, 404, 404])
    expect(JSON.stringify((await author.call('GET', `/api/articles/${article.id}`)).body)).not.toContain(url)
    // The author of the entry can't use it as their own file.
    expect((await author.call('PATCH', `/api/articles/${article.id}`, { coverImage: url })).status).toBe(400)
    await author.call('PATCH', `/api/articles/${article.id}`, { groups: [] })
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
    await moderator.call('PUT', `/api/comments/${body.id}/hiding`, { reason: 'Sample reason' })
    expect(await statuses()).toEqual([404, 404, 200, 404, 404, 200])
  })
})

describe('a mention', () => {
  const mention = ({ id }: Person) => `<@${id}>`
  const offered = async (by: Person, entryId: string, q = '') =>
    (await by.call('GET', `/api/entries/${entryId}/mentionable?q=${encodeURIComponent(q)}`)).body.items?.map(
      ({ id }: any) => id,
    )

  test('shows the current name of a person', async () => {
    const article = await buildArticle(author)
    const named = await site.person({ name: 'Sample Before' })
    await buildArticle(named)
    expect(await offered(member, article.id, 'sam')).toContain(named.id)
    const { body } = await say(member, article.id, `Hello ${mention(named)}`)
    expect(body.mentions).toEqual([{ id: named.id, name: 'Sample Before', page: true }])
    await site.db.update(accounts).set({ name: 'Sample After' }).where(eq(accounts.id, named.id))
    expect((await read(guest, article.id)).items[0].mentions[0].name).toBe('Sample After')
    expect((await site.call('GET', `/articles/${article.id}`)).body).toMatch(/@<a [^>]*>Sample After</)
  })

  test('offers only people whose names are shown anyway, and reveals no group', async () => {
    const article = await buildArticle(author)
    const silent = await site.person({ name: 'Silent Person' })
    expect(await offered(member, article.id, 'silent')).toEqual([])
    expect((await say(member, article.id, mention(silent))).status).toBe(400)
    expect((await say(member, article.id, `<@${crypto.randomUUID()}>`)).status).toBe(400)
    const unseen = await inGroup([member, other])
    expect(await offered(member, unseen.article.id)).toEqual([author.id])
    expect((await say(member, unseen.article.id, mention(other))).status).toBe(400)
    const stranger = await keeper.call('GET', `/api/entries/${unseen.article.id}/mentionable`)
    expect(stranger.status).toBe(404)
    expect((await guest.call('GET', `/api/entries/${article.id}/mentionable`)).status).toBe(401)
    const many = Array.from({ length: 11 }, () => `<@${crypto.randomUUID()}>`).join(' ')
    expect((await say(member, article.id, many)).body.issues[0].message).toContain('10')
  })

  test('tells each person once, and of two people of one name those who are meant', async () => {
    const article = await buildArticle(author)
    const people = await Promise.all([1, 2, 3].map(() => site.person({ name: 'Sample Namesake' })))
    for (const one of people) await buildArticle(one)
    const [first, second] = people as [Person, Person]
    await site.db.update(accounts).set({ place: 'Sample place' }).where(eq(accounts.id, second.id))
    const { body: list } = await member.call('GET', `/api/entries/${article.id}/mentionable?q=namesake`)
    expect(list.items.map(({ place }: any) => place).toSorted()).toEqual(['', '', 'Sample place'])
    const { id } = (await say(member, article.id, `${mention(first)} sample`)).body
    const edit = (text: string) => member.call('PATCH', `/api/comments/${id}`, { text })
    for (const text of [`${mention(second)} sample`, 'Sample', `${mention(first)} ${mention(second)}`])
      expect((await edit(text)).status).toBe(200)
    const told = async (one: Person) =>
      (await one.call('GET', '/api/notifications')).body.items.map(({ count }: any) => count)
    expect(await Promise.all(people.map(told))).toEqual([[1], [1], []])
  })

  test('does not reach a person who can’t see the entry', async () => {
    const { article } = await inGroup([member, other])
    await say(other, article.id, 'Sample, and then I leave')
    await site.db.delete(groupMembers).where(eq(groupMembers.accountId, other.id))
    const before = (await site.mails(other.email)).length
    expect((await say(member, article.id, `${mention(other)} sample`)).status).toBe(201)
    expect((await site.mails(other.email)).length).toBe(before)
    expect(JSON.stringify((await other.call('GET', '/api/notifications')).body)).not.toContain(article.id)
    expect((await other.call('GET', '/api/notifications/unread')).body.count).toBe(0)
  })
})

describe('a moderator', () => {
  test('hides a comment with a reason, which its author reads, and shows it again', async () => {
    const article = await buildArticle(author)
    const { id } = (await say(member, article.id, 'Sample to hide')).body
    await say(other, article.id, { text: 'Sample reply', parentId: id })
    const hide = (by: Person, reason?: string) => by.call('PUT', `/api/comments/${id}/hiding`, reason ? { reason } : {})
    for (const by of [member, other, author, keeper]) expect((await hide(by, 'Sample')).status).toBe(403)
    expect((await hide(moderator)).status).toBe(400)
    expect((await hide(moderator, 'Sample reason of hiding')).status).toBe(200)
    expect((await hide(moderator, 'Again')).status).toBe(409)
    for (const by of [guest, other, author, keeper]) {
      const { items } = await read(by, article.id)
      expect(items[0]).toMatchObject({ state: 'hidden', text: '', author: null, replies: [{ text: 'Sample reply' }] })
      expect(JSON.stringify(items)).not.toMatch(/Sample to hide|Sample reason of hiding/)
    }
    for (const by of [member, moderator])
      expect((await read(by, article.id)).items[0]).toMatchObject({
        text: 'Sample to hide',
        hiddenReason: 'Sample reason of hiding',
      })
    expect((await member.call('PATCH', `/api/comments/${id}`, { text: 'Sample' })).status).toBe(409)
    const [mail] = (await site.mails(member.email)).slice(-1)
    expect(mail?.text).toContain('Sample reason of hiding')
    for (const by of [member, author]) expect((await by.call('DELETE', `/api/comments/${id}/hiding`)).status).toBe(403)
    expect((await moderator.call('DELETE', `/api/comments/${id}/hiding`)).body.state).toBe('published')
    expect((await moderator.call('DELETE', `/api/comments/${id}/hiding`)).status).toBe(409)
    expect(await textsFor(guest, article.id)).toEqual(['Sample to hide', 'Sample reply'])
    const own = (await say(moderator, article.id, 'Sample own')).body
    expect((await moderator.call('PUT', `/api/comments/${own.id}/hiding`, { reason: 'Sample' })).status).toBe(403)
  })

  test('reads a reported comment and decides on it, separately from reports of the entry', async () => {
    const article = await buildArticle(author)
    const { id } = (await say(member, article.id, 'Sample to report')).body
    const report = (by: Person, more = {}) =>
      by.call('POST', '/api/reports', { entryId: article.id, commentId: id, reason: 'hurtful', ...more })
    expect((await report(other)).status).toBe(201)
    expect((await report(other)).body.code).toBe('reported')
    expect((await report(member)).body.code).toBe('own')
    expect((await report(author)).status).toBe(201)
    expect((await report(other, { commentId: null })).status).toBe(201)
    expect((await report(other, { entryId: (await buildArticle(author)).id })).status).toBe(404)
    const open = (await moderator.call('GET', '/api/reports')).body.items.filter(
      ({ entry }: any) => entry?.id === article.id,
    )
    expect(open).toHaveLength(2)
    const ofComment = open.find(({ comment }: any) => comment)
    expect(ofComment).toMatchObject({
      count: 2,
      own: false,
      comment: { id, text: 'Sample to report', author: { id: member.id } },
    })
    expect((await member.call('GET', '/api/reports')).status).toBe(403)
    const decide = (resolution: string) =>
      moderator.call('PATCH', `/api/reports/${ofComment.id}`, { resolution, note: 'Sample note' })
    expect((await decide('hidden')).body).toMatchObject({ resolution: 'hidden', comment: { state: 'hidden' } })
    const [thanks] = (await site.mails(other.email)).slice(-1)
    expect(thanks?.subject).toContain('comment')
    expect((await decide('kept')).body.code).toBe('decided')
    expect(await textsFor(guest, article.id)).toEqual([])
    expect((await site.call('GET', `/api/articles/${article.id}`)).status).toBe(200)
    expect((await decide('restored')).body).toMatchObject({ resolution: 'restored', comment: { state: 'published' } })
    expect(await textsFor(guest, article.id)).toEqual(['Sample to report'])
    const left = (await moderator.call('GET', '/api/reports')).body.items.filter(
      ({ entry }: any) => entry?.id === article.id,
    )
    expect(left).toMatchObject([{ comment: null }])
    await decide('kept')
  })

  test('decides only once, even from the report and from the page at the same time', async () => {
    const article = await buildArticle(author)
    const answers = []
    for (let count = 0; count < 10; count++) {
      const { id } = (await say(member, article.id, `Sample comment ${count}`)).body
      await other.call('POST', '/api/reports', { entryId: article.id, commentId: id, reason: 'hurtful' })
      const reports = (await moderator.call('GET', '/api/reports')).body.items
      const report = reports.find(({ comment }: any) => comment?.id === id)
      answers.push(
        ...(await Promise.all([
          moderator.call('PATCH', `/api/reports/${report.id}`, { resolution: 'hidden', note: 'Sample note' }),
          moderator.call('PUT', `/api/comments/${id}/hiding`, { reason: 'Sample reason' }),
        ])),
      )
    }
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(409)])
  })

  test('hides a member’s comments that the moderator can see, and shows them again', async () => {
    const spammer = await site.person({ name: 'Spam Person' })
    const article = await buildArticle(author)
    const { article: unseen } = await inGroup([spammer])
    const spam = (await say(spammer, article.id, 'Sample spam')).body
    await say(spammer, unseen.id, 'Sample within a group')
    await other.call('POST', '/api/reports', { entryId: article.id, commentId: spam.id, reason: 'hurtful' })
    expect((await moderator.call('GET', `/api/members/${spammer.id}/posts`)).body.count).toBe(1)
    const act = await moderator.call('POST', `/api/members/${spammer.id}/hidings`, { reason: 'Sample reason' })
    expect([act.status, act.body.count]).toEqual([201, 1])
    expect([await textsFor(guest, article.id), await textsFor(author, unseen.id)]).toEqual([
      [],
      ['Sample within a group'],
    ])
    const [thanks] = (await site.mails(other.email)).slice(-1)
    expect(thanks?.subject).toBe(`Thank you for reporting a comment on ${article.title}`)
    expect((await moderator.call('POST', `/api/members/${spammer.id}/hidings`, { reason: 'Again' })).status).toBe(409)
    expect((await moderator.call('DELETE', `/api/hidings/${act.body.id}`)).status).toBe(200)
    expect(await textsFor(guest, article.id)).toEqual(['Sample spam'])
  })
})

describe('an account that is deleted', () => {
  const leave = (person: Person, entries: string) =>
    person.call('DELETE', '/api/auth/account', { password: 'test password', entries })

  test('takes its comments with it, or leaves them without a name', async () => {
    const article = await buildArticle(author)
    for (const choice of ['delete', 'keep']) {
      const leaver = await site.person({ name: `Leaver ${choice}` })
      const { body } = await say(leaver, article.id, { text: `Sample ${choice}`, voice: await sentVoice(leaver) })
      const own = await say(leaver, article.id, { text: `Sample reply ${choice}`, parentId: body.id })
      await say(other, article.id, { text: `Sample answer to ${choice}`, parentId: body.id })
      expect(own.status).toBe(201)
      expect((await leave(leaver, choice)).status).toBe(200)
      await site.runJobs()
      expect((await getFile(site, body.voice.url)).status).toBe(choice === 'keep' ? 200 : 404)
    }
    const { items } = await read(guest, article.id)
    const [remaining, deleted] = items
    expect(remaining).toMatchObject({ text: 'Sample keep', author: null, state: 'published' })
    expect(remaining.replies.map(({ text }: any) => text)).toEqual(['Sample reply keep', 'Sample answer to keep'])
    expect(deleted).toMatchObject({ text: '', author: null, state: 'deleted', voice: null })
    expect(deleted.replies.map(({ text }: any) => text)).toEqual(['Sample answer to delete'])
    expect(JSON.stringify(items)).not.toContain('Leaver')
  })
})

test('a comment is in its author’s download, and in no archive package or public export', async () => {
  const article = await buildArticle(author, { title: 'Sample exported title' })
  const { body } = await say(member, article.id, { text: 'Sample not exported', voice: await sentVoice(member) })
  const viewer = { id: member.id, roles: [], groups: [], admitted: true } as never
  const own = JSON.stringify(await personalData.files?.['comments.json']?.(site.db, viewer))
  expect(own).toMatch(/Sample exported title.*Sample not exported/)
  const { completeEntries } = await import('#features/preservation/bag/queries.ts')
  const packed = (await Array.fromAsync(completeEntries(site.db, {}))).find(({ id }) => id === article.id)
  expect(JSON.stringify(packed)).not.toMatch(new RegExp(`Sample not exported|${body.voice.url.slice(7)}`))
  for (const path of [
    '/export/everything.jsonld',
    '/feed.xml',
    `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${article.id}`,
  ])
    expect((await site.call('GET', path)).body).not.toContain('Sample not exported')
  expect((await site.call('GET', '/api/entries?q=exported')).body.items).toHaveLength(1)
  expect((await site.call('GET', '/api/entries?q=%22not%20exported%22')).body.items).toHaveLength(0)
})
