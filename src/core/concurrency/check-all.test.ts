import { expect, test } from 'vitest'
import { Conflict, Forbidden, Invalid } from '../errors.ts'
import { checkAll } from './check-all.ts'

const refuse = (path: string) => () => {
  throw new Invalid(`Sample refusal of ${path}`, [{ path, message: `Sample refusal of ${path}` }])
}

test('returns what each check returns', async () => {
  expect(
    await checkAll(
      () => 1,
      async () => 'two',
    ),
  ).toEqual([1, 'two'])
})

test('one refusal names the fields of every check that refuses', async () => {
  await expect(checkAll(refuse('first'), () => 1, refuse('second'))).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    message: 'Sample refusal of first',
    issues: [
      { path: 'first', message: 'Sample refusal of first' },
      { path: 'second', message: 'Sample refusal of second' },
    ],
  })
})

test('throws a refusal without fields, or any other error, instead of the collected refusals', async () => {
  await expect(checkAll(refuse('first'), () => Promise.reject(new Forbidden()))).rejects.toMatchObject({ status: 403 })
  await expect(checkAll(refuse('first'), () => Promise.reject(new Conflict('Sample')))).rejects.toThrow('Sample')
  await expect(checkAll(refuse('first'), () => Promise.reject(new TypeError('a bug')))).rejects.toThrow(TypeError)
})
