import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

// Each test runs a script of its own in a child process, whose standard error the operator would see. Its only pool
// thread is busy, as on a busy machine: a line that is written through the pool would come too late, or never.

const secret = 'sample-secret-text'

/** Runs a script with the functions of `failure.ts` and a failed query, and returns its exit code and its output. */
async function outputOf(script: string) {
  const source = `import { pbkdf2 } from 'node:crypto'
    import { DrizzleQueryError } from 'drizzle-orm/errors'
    import { endOnCrash, reportFailedStart } from ${JSON.stringify(join(import.meta.dirname, 'failure.ts'))}
    const failed = new DrizzleQueryError('insert into accounts values ($1)', ['${secret}'], new Error('sample fault'))
    pbkdf2('sample', 'sample', 1e6, 8, 'sha512', () => {})
    ${script}`
  const args = ['--input-type=module', '-e', source]
  const env = { ...process.env, VITEST: '', LOG_LEVEL: 'info', UV_THREADPOOL_SIZE: '1' }
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { output, code }
}

test.each([
  ['a rejected promise', 'void Promise.reject(failed)'],
  ['a thrown error', 'setImmediate(() => { throw failed })'],
])('%s that nothing handles ends the process and is logged without parameters', async (_, crash) => {
  const { output, code } = await outputOf(`endOnCrash(); setInterval(() => {}, 1000); ${crash}`)
  expect(code).toBe(1)
  expect(JSON.parse(output)).toMatchObject({
    level: 60,
    msg: 'the server crashed',
    err: { statement: 'insert into accounts values ($1)', cause: { message: 'sample fault' } },
  })
  expect(output).not.toContain(secret)
})

test('a failed start is reported without the parameters of a query; messages of our own code are printed', async () => {
  const { output } = await outputOf(`reportFailedStart(failed)
    reportFailedStart(new Error('Port 3000 is already in use. Set PORT to another one.'))
    reportFailedStart(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))`)
  expect(output).not.toContain(secret)
  const [ofQuery = '', ...printed] = output.trim().split('\n')
  expect(JSON.parse(ofQuery)).toMatchObject({ msg: 'the start failed', err: { cause: { message: 'sample fault' } } })
  expect(printed).toEqual([
    'Port 3000 is already in use. Set PORT to another one.',
    expect.stringContaining('Check DATABASE_URL, then'),
  ])
})
