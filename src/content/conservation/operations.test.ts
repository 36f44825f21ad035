import { describe, expect, test } from 'vitest'
import { buildArtifact, buildConservation } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'

// Permissions to change it are tested in entry/write/change.test.ts, for all types.

const site = testSite()
const { keeper, other, member } = cast(site, { other: { roles: ['keeper'] } })

test('returns every field; a date becomes the beginning of that day in Nairobi', async () => {
  const images = [
    { url: await uploadFile(site, keeper, await phonePhoto(64, 48)), alt: 'Sample before', role: 'before' },
    { url: await uploadFile(site, keeper, await phonePhoto(64, 48)), alt: 'Sample after', role: 'after' },
  ]
  const record = await buildConservation(keeper, {
    phase: 'done',
    threat: 'Sample threat',
    conservator: ' ',
    startedAt: '2026-03-12',
    finishedAt: '2026-03-20T10:00:00Z',
    images,
  })
  expect(record).toMatchObject({
    type: 'conservation',
    title: 'Sample conservation record',
    condition: 'fair',
    phase: 'done',
    threat: 'Sample threat',
    treatment: null,
    conservator: null,
    startedAt: '2026-03-11T21:00:00.000Z',
    finishedAt: '2026-03-20T10:00:00.000Z',
    artifactId: null,
    artifact: null,
    images,
  })
  const { may, ...rest } = record
  expect(may).toContain('edit')
  expect((await site.call('GET', `/api/conservation/${record.id}`)).body).toEqual(rest)
  expect(await buildConservation(keeper)).toMatchObject({ phase: 'planned', startedAt: null, finishedAt: null })
})

test.each([
  [{}, ['title', 'condition']],
  [{ title: 'x', condition: 'excellent' }, ['condition']],
  [{ title: 'x', condition: 'good', phase: 'begun' }, ['phase']],
  [{ title: 'x', condition: 'good', startedAt: '2026-02-30' }, ['startedAt']],
  [{ title: 'x', condition: 'good', startedAt: '0000-01-01' }, ['startedAt']],
  [{ title: 'x', condition: 'good', startedAt: '2026-03-12', finishedAt: '2026-03-11' }, ['finishedAt']],
  [{ title: 'x', condition: 'good', artifactId: 'nothing' }, ['artifactId']],
  [{ title: 'x', condition: 'good', images: [{ url: '/files/x', role: 'during' }] }, ['images.0.role']],
])('refuses %j and names the invalid fields', async (input, fields) => {
  const { status, body } = await keeper.call('POST', '/api/conservation', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('a record can’t end before it starts, whichever date is changed; the same day is accepted', async () => {
  const path = `/api/conservation/${(await buildConservation(keeper, { startedAt: '2026-03-12' })).id}`
  const early = await keeper.call('PATCH', path, { finishedAt: '2026-03-11' })
  expect([early.status, early.body.issues[0].path]).toEqual([400, 'finishedAt'])
  expect((await keeper.call('PATCH', path, { finishedAt: '2026-03-12', phase: 'done' })).status).toBe(200)
  expect((await keeper.call('PATCH', path, { startedAt: '2026-03-13' })).body.issues[0].path).toBe('finishedAt')
  const cleared = await keeper.call('PATCH', path, { startedAt: '2026-03-13', finishedAt: '' })
  expect(cleared.body).toMatchObject({ finishedAt: null, startedAt: '2026-03-12T21:00:00.000Z', phase: 'done' })
})

describe('the artifact of a record', () => {
  test('is named only to people who may see it', async () => {
    const artifact = await buildArtifact(keeper, { visibility: 'members' })
    const { id, artifact: artifactName } = await buildConservation(keeper, { artifactId: artifact.id })
    expect(artifactName).toEqual({ id: artifact.id, name: 'Sample artifact name' })
    expect((await member.call('GET', `/api/conservation/${id}`)).body.artifactId).toBe(artifact.id)
    expect((await site.call('GET', `/api/conservation/${id}`)).body).toMatchObject({ artifactId: null, artifact: null })
    const of = `/api/conservation?artifactId=${artifact.id}`
    expect((await member.call('GET', of)).body.items.map((item: { id: string }) => item.id)).toEqual([id])
    expect((await site.call('GET', of)).body.items).toEqual([])
  })

  test('must be one that the writer may see; the refusal names only the field', async () => {
    const draft = await buildArtifact(other, { state: 'draft' })
    const record = await buildConservation(keeper)
    for (const artifactId of [draft.id, record.id, '00000000-0000-7000-8000-000000000000']) {
      const response = await keeper.call('POST', '/api/conservation', { title: 'x', condition: 'good', artifactId })
      expect([response.status, response.body.issues]).toEqual([
        400,
        [{ path: 'artifactId', message: expect.any(String) }],
      ])
      expect((await keeper.call('PATCH', `/api/conservation/${record.id}`, { artifactId })).status).toBe(400)
    }
    expect((await other.call('PATCH', `/api/conservation/${record.id}`, { artifactId: draft.id })).status).toBe(200)
  })

  test('leaves its records in place when it is deleted', async () => {
    const artifact = await buildArtifact(keeper)
    const { id } = await buildConservation(keeper, { artifactId: artifact.id })
    await keeper.call('DELETE', `/api/artifacts/${artifact.id}`)
    expect((await site.call('GET', `/api/conservation/${id}`)).body.artifactId).toBeNull()
  })
})
