import { expect, test } from 'vitest'
import type { Context } from '#core/context.ts'
import { Busy } from '#core/errors.ts'
import { lexemesOf } from '../list/lexemes.ts'
import { cleanHtml } from './html.ts'
import { cleanText, findLexemes } from './long-text.ts'

const origin = 'http://site.test'
const ctx = { caller: { origin } } as Context
const long = `<p>Sample text <b>bold</b><script>alert(1)</script></p><img src="${origin}/files/x">`.repeat(400)

test('a long text is cleaned like a short one, and the event loop keeps running meanwhile', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const clean = await cleanText(ctx, long)
  clearInterval(counting)
  expect(clean).toEqual(cleanHtml(long, origin))
  expect(clean.html).toContain('<strong>bold</strong>')
  expect(turns).toBeGreaterThan(0)
})

test('the queue of long texts is bounded, and keeps working afterwards', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => cleanText(ctx, long)))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(7)
  for (const result of refused) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(Busy)
  expect((await cleanText(ctx, long)).html).toContain('Sample text')
})

test('the lexemes of a long text are those of `lexemesOf`', async () => {
  const searched = { title: 'Sample title', names: [], words: 'sample ŋalal '.repeat(3_000) }
  expect(await findLexemes('article', searched)).toEqual(lexemesOf('article', searched))
})
