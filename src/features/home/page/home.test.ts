import { expect, test } from 'vitest'
import {
  buildArticle,
  buildArtifact,
  buildEvent,
  buildHeritage,
  buildImport,
  buildPoem,
  buildProduct,
  inHours,
} from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { phonePhoto, sound } from '#test/samples.ts'

const site = testSite()
const voice = `data:audio/mpeg;base64,${sound(2000).toString('base64')}`
const { member, keeper } = cast(site, { keeper: { roles: ['keeper', 'seller'] } })

async function home() {
  const { status, body } = await site.call('GET', '/')
  expect(status).toBe(200)
  return String(body)
}

/** Returns the HTML of the section with this heading, or an empty text if the page doesn't have it. */
function sectionOf(html: string, heading: string): string {
  return html.split(`aria-labelledby="${heading}"`)[1]?.split('</section>')[0] ?? ''
}

test('a home page with nothing but words invites readers to record them and to add the first entries', async () => {
  const { id } = await buildImport(site, keeper, 'form,english\nsamplea,one\nsampleb,two\n')
  expect((await keeper.call('POST', `/api/imports/${id}/run`, {})).status).toBe(200)
  await site.runJobs()
  const html = await home()
  expect(sectionOf(html, 'listen')).toContain('href="/record"')
  expect(sectionOf(html, 'listen')).toContain('sampleb')
  expect(sectionOf(html, 'begin')).toContain('Three ways to begin')
  expect(sectionOf(html, 'walk').match(/<a href="\/contribute">Add the first entry/g)).toHaveLength(3)
  expect(html).not.toContain('No entries yet')
})

test('“New in the archive” mixes kinds, with pictures, without products, and with an import as one line', async () => {
  const url = `data:image/jpeg;base64,${(await phonePhoto(40, 30)).toString('base64')}`
  await buildArtifact(keeper, { name: 'Sample artifact', images: [{ url, alt: '' }] })
  await buildEvent(member)
  await buildPoem(member)
  await buildHeritage(keeper)
  await buildProduct(keeper, { name: 'Sample product' })
  for (let number = 1; number <= 6; number++) await buildArticle(member, { title: `Article ${number}` })
  const newest = sectionOf(await home(), 'newest')
  expect(newest.match(/class="tile[ "]/g)).toHaveLength(5)
  expect(newest.match(/>Article \d</g)).toEqual(['>Article 6<'])
  expect(newest).toContain('Sample artifact')
  expect(newest).toContain('<img')
  expect(newest).not.toContain('Sample product')
  expect(newest).not.toContain('samplea')
  expect(newest.match(/2 words were imported</g)).toHaveLength(1)
  expect(newest).toMatch(/href="\/explore"[^>]*>Show more/)
})

test('dozens of new recordings don’t displace other kinds', async () => {
  for (let number = 1; number <= 25; number++) {
    const recording = { title: `Recording ${number}`, link: voice, visibility: 'public' }
    expect((await member.call('POST', '/api/media', recording)).status).toBe(201)
  }
  const html = await home()
  expect(sectionOf(html, 'listen')).toContain('Recording 25')
  expect(sectionOf(html, 'newest').match(/class="tile[ "]/g)).toHaveLength(5)
})

test('the newest recordings name who speaks, as their own pages do, and otherwise who shared them', async () => {
  const post = async (recording: object) => {
    const answer = await member.call('POST', '/api/media', { link: voice, visibility: 'public', ...recording })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  await post({ title: 'Without a name' })
  const two = await post({ title: 'With two', speakers: ['Sample Elder', 'Sample Neighbour'] })
  const one = await post({ title: 'With one', speakers: ['Sample Elder'] })
  const [ofOne = '', ofTwo = '', ofNone = ''] = sectionOf(await home(), 'listen')
    .split('class="ev middle"')
    .slice(1)
  const plain = (html: string) => html.replaceAll('<!-- -->', '')
  for (const [html, id, words] of [
    [ofOne, one, 'Speaker: Sample Elder<'],
    [ofTwo, two, 'Speakers: Sample Elder, Sample Neighbour<'],
  ] as const) {
    expect(plain(html)).toContain(words)
    expect(html).not.toContain('Sample Member')
    expect(plain((await site.call('GET', `/media/${id}`)).body)).toContain(words)
  }
  expect(ofNone).toContain('Sample Member')
})

test('the home page lists events that have begun and aren’t over as today’s, then those that come next', async () => {
  const announce = (title: string, from: number, to: number) =>
    buildEvent(member, { title, startDate: inHours(from), endDate: inHours(to) })
  await announce('Over', -5, -1)
  await announce('Begun', -2, 1)
  await announce('Long', -72, 72)
  await announce('Next', 48, 49)
  const { id } = await announce('Called off', -1, 2)
  expect((await member.call('PATCH', `/api/events/${id}`, { cancelled: true })).status).toBe(200)
  const events = sectionOf(await home(), 'together')
  expect(events.match(/>(Over|Begun|Long|Next|Called off)</g)).toEqual(['>Long<', '>Begun<', '>Next<'])
  expect(events.match(/>Today</g)).toHaveLength(2)
})
