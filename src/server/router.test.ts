import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { RememberingRouter } from './router.ts'

const app = () =>
  new Hono({ router: new RememberingRouter() })
    .use(async (c, next) => {
      await next()
      c.header('x-path', c.req.path)
    })
    .get('/things/:id', (c) => c.text(`thing ${c.req.param('id')}`))
    .get('/things/:id/parts/:part', (c) => c.json(c.req.param()))

test('each address keeps its own parameters, however often and in whatever order it is asked', async () => {
  const site = app()
  for (const id of ['a', 'b', 'a', 'a%20b', 'b', 'x'.repeat(300), 'a']) {
    const answer = await site.request(`/things/${id}`)
    expect(await answer.text()).toBe(`thing ${decodeURIComponent(id)}`)
    expect(answer.headers.get('x-path')).toBe(`/things/${decodeURIComponent(id)}`)
  }
  const both = await Promise.all(['1', '2', '1'].map((part) => site.request(`/things/a/parts/${part}`)))
  expect(await Promise.all(both.map((one) => one.json()))).toEqual(['1', '2', '1'].map((part) => ({ id: 'a', part })))
})

test('what has no route, or another method, is not found however often it is asked', async () => {
  const site = app()
  for (const [method, path] of [
    ['GET', '/other'],
    ['POST', '/things/a'],
    ['GET', '/other'],
    ['POST', '/things/a'],
  ] as const)
    expect((await site.request(path, { method })).status).toBe(404)
  expect((await site.request('/things/a')).status).toBe(200)
})
