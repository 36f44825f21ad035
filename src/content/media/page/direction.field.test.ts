import { expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { sound } from '#test/samples.ts'

const site = testSite()

test.each(['عينة نص', 'דוגמה'])(
  'a description and a comment follow the direction of their letters: %s',
  async (text) => {
    const member = await site.person()
    const link = `data:audio/mpeg;base64,${sound(2000).toString('base64')}`
    const recording = { title: 'Sample recording', description: text, link, visibility: 'public' }
    const { id } = (await member.call('POST', '/api/media', recording)).body
    expect((await member.call('POST', `/api/entries/${id}/comments`, { text })).status).toBe(201)
    const { body } = await site.call('GET', `/media/${id}`)
    expect(body.match(new RegExp(`dir="auto"[^>]*>${text}<`, 'g'))).toHaveLength(2)
  },
)
