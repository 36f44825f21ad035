import { expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'
import { sound, uploadFile } from '#test/samples.ts'

const site = testSite()

test('a recording plays in the band of its page, unless there is a warning or a label to read first', async () => {
  const keeper = await site.person({ roles: ['keeper'] })
  const link = await uploadFile(site, keeper, sound(), { contentType: 'audio/mpeg', filename: 'sample.mp3' })
  const posted = await keeper.call('POST', '/api/media', { title: 'Sample', link, type: 'AUDIO', visibility: 'public' })
  const { id } = posted.body
  const playsInBand = async (change: object) => {
    expect((await keeper.call('PATCH', `/api/media/${id}`, change)).status).toBe(200)
    const { body } = await site.call('GET', `/media/${id}`)
    // The main column begins below the band.
    const [band = '', column = ''] = body.slice(body.indexOf('id="opening"')).split('class="wrap columns')
    expect([band, column].map((part) => part.includes('data-audio-toggle')).filter(Boolean)).toEqual([true])
    return band.includes('data-audio-toggle')
  }
  expect(await playsInBand({ title: 'Sample title' })).toBe(true)
  expect(await playsInBand({ labels: ['seasonal'] })).toBe(false)
  expect(await playsInBand({ labels: [], deceased: true })).toBe(false)
  expect(await playsInBand({ deceased: false })).toBe(true)
})

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
