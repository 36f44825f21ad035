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
