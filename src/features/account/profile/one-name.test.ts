import { expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'

const site = testSite()
const put = (person: Person, change: object) =>
  person.call('PUT', '/api/auth/profile', { email: person.email, ...change })

test.each(['Samplename', 'Sample-Name', 'Śample'])('a member called only %s saves their profile', async (name) => {
  const person = await site.person({ name })
  const { body } = await person.call('GET', '/api/auth/profile')
  expect(body).toMatchObject({ name, firstName: name, lastName: '' })
  const saved = await put(person, { firstName: name, lastName: null, bio: 'Sample bio' })
  expect(saved).toMatchObject({ status: 200, body: { name, firstName: name, lastName: '', bio: 'Sample bio' } })
  const { id } = await buildArticle(person)
  expect((await site.call('GET', `/api/articles/${id}`)).body.author.name).toBe(name)
})

test.each(['Sample Person', 'Sample Middle Person'])('%s can change to one name, and back', async (name) => {
  const person = await site.person({ name })
  expect((await put(person, { firstName: 'Sample', lastName: null })).body.name).toBe('Sample')
  expect((await person.call('GET', '/api/auth/profile')).body).toMatchObject({ firstName: 'Sample', lastName: '' })
  expect((await put(person, { firstName: 'Sample', lastName: 'Person' })).body.name).toBe('Sample Person')
})

test.each([{ lastName: '' }, { lastName: '  ' }])('without “I have only one name”, %j is refused', async (change) => {
  const person = await site.person()
  const { status, body } = await put(person, { firstName: 'Sample', ...change })
  expect([status, body.issues[0].path]).toEqual([400, 'lastName'])
})

test('one name of several words stays one name', async () => {
  const person = await site.person()
  await put(person, { firstName: 'Sample Of Words', lastName: null })
  expect((await person.call('GET', '/api/auth/profile')).body).toMatchObject({
    name: 'Sample Of Words',
    firstName: 'Sample Of Words',
    lastName: '',
  })
})
