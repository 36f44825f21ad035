import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { accounts } from '#core/tables.ts'
import { testSite } from '#test/harness.ts'
import { describeError, redact } from './log-error.ts'

const site = testSite()
const secret = 'sample-secret-text'

/** Returns what the log would write about an error, as one string. */
function logged(error: unknown): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  pino({ serializers: { err: describeError } }, sink).error({ err: error }, 'request failed')
  return text
}

const caught = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => expect.unreachable('nothing was thrown'),
      (error: unknown) => error,
    )

test('a failed query is logged without its parameters, row and refused value', async () => {
  const email = `${secret}@site.test`
  const insert = () => site.db.insert(accounts).values({ email, name: secret })
  await insert()
  const duplicate = logged(await caught(insert))
  expect(duplicate).not.toContain(secret)
  expect(duplicate).toContain('"23505"')
  expect(duplicate).toContain('accounts_email_unique')
  expect(duplicate).toContain('insert into')

  const cast = logged(await caught(() => site.db.execute(sql`select ${secret}::uuid`)))
  expect(cast).not.toContain(secret)
  expect(cast).toContain('"22P02"')
})

test('a line of a parameter that looks like a stack frame is not logged', async () => {
  const text = `Sample title\n  at the ${secret}\n    at the river (${secret}:1:1)`
  const cast = logged(await caught(() => site.db.execute(sql`select ${text}::uuid`)))
  expect(cast).not.toContain(secret)
  expect(cast).toContain('log-error.test')
  const changed = Object.assign(new Error(text), { message: 'Sample message' })
  changed.stack = `Error: ${text.split('\n').slice(0, 2).join('\n')}\n    at here (file.ts:1:1)`
  expect(describeError(changed).stack).toEqual(['at here (file.ts:1:1)'])
})

test('an error that quotes a person’s text is logged without the quotation, with its stack', async () => {
  const parsing = logged(await caught(() => JSON.parse(`{"password": ${secret}`)))
  expect(parsing).not.toContain(secret)
  expect(parsing).toContain('SyntaxError')
  expect(parsing).toContain('log-error.test')

  const mail = Object.assign(new Error(`Can't send mail: 550 <${secret}@site.test> is unknown`), { code: 'EENVELOPE' })
  expect(logged(mail)).not.toContain(secret)
  expect(logged(mail)).toContain('EENVELOPE')
  const wrapped = new Error('the job failed', { cause: mail })
  expect(logged(wrapped)).not.toContain(secret)
})

test('messages of our own code and of the runtime stay readable', () => {
  expect(logged(new TypeError('Cannot read properties of undefined'))).toContain('Cannot read properties of undefined')
  expect(logged(new Error('insert into sessions returned no row'))).toContain('insert into sessions returned no row')
  expect(describeError('text that was thrown')).toEqual({ type: 'string' })
})

test.each([
  ['failed for person@site.test', 'person@site.test'],
  ['GET /verify-email?token=abcdef', 'abcdef'],
  ['connect from 192.0.2.17:4040', '192.0.2.17'],
  ['bearer eyJhbGciOiJIUzI1NiJ9aa.eyJzdWIiOiIxIn0aa.c2lnbmF0dXJl', 'eyJzdWIiOiIxIn0'],
  ['unexpected "what somebody wrote" in a field', 'what somebody wrote'],
  [`Failed task 3 (mail:send) with error 'the relay refused person two of the list'`, 'person two'],
])('redacts %s', (message, secret) => {
  expect(redact(message)).not.toContain(secret)
})
