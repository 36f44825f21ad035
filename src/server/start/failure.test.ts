import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

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

test('an address that can’t be used is reported before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-start-'))
  // The service user could write into it.
  chmodSync(folder, 0o755)
  const holder = createServer()
  onTestFinished(() => {
    holder.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  const { port } = holder.address() as { port: number }
  const { PATH, HOME } = process.env
  for (const [settings, sentence] of [
    [{ PORT: `${port}` }, `Port ${port} is already in use. Set PORT to another one.\n`],
    [{ HOST: '999.1.1.1' }, expect.stringMatching(/^HOST must be an address of this machine, [^\n]+\.\n$/)],
  ] as const) {
    const dataDir = join(folder, 'data')
    const env = { PATH, HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...settings }
    const server = spawn(process.execPath, ['server.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [output, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
    expect({ code, output, written: existsSync(dataDir) }).toEqual({ code: 1, output: sentence, written: false })
  }
})
