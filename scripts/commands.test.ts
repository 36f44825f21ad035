import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deep } from '#test/depth.ts'
import { until } from '#test/until.ts'

// Runs the commands of README.md as a person does. CI runs `npm test`, `npm run lint` and `npm run typecheck`;
// new-content.test.ts runs `npm run new-content`.

const root = join(import.meta.dirname, '..')
const seconds = 300

/** A command that was started; `ended` resolves to its exit code once it and everything it started have ended. */
class Command {
  output = ''
  readonly #child: ChildProcess
  readonly #mark = randomUUID()
  readonly #before = leftovers()

  /** With `terminal`, the command runs at one, which the program `script` provides. */
  constructor(args: string[], env: Record<string, string> = {}, { clone = root, terminal = false } = {}) {
    // Vite adds BASE_URL to the environment of tests.
    const ofTests = { VITEST: undefined, NODE_ENV: undefined, TEST_DEPTH: undefined, BASE_URL: undefined }
    const run = ['npm', 'run', '--silent', ...args]
    const [command = '', ...rest] = terminal ? ['script', '--quiet', '--command', run.join(' '), '/dev/null'] : run
    this.#child = spawn(command, rest, {
      cwd: clone,
      env: { ...process.env, ...ofTests, PORT: '0', ...env, SAMPLE_MARK: this.#mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which `end` signals as a terminal does for Ctrl-C.
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (this.output += text))
  }

  /** Waits until the command has printed this `times` times. Returns the last one's first group. */
  async prints(what: RegExp, times = 1): Promise<string> {
    const found = () => [...this.output.matchAll(new RegExp(what, 'g'))][times - 1]
    const match = await until(() => found() ?? (this.#child.exitCode !== null && 'ended'), `${what}`, seconds).catch(
      (error: Error) => error.message,
    )
    if (typeof match === 'string') throw new Error(`${match} instead of ${what}: ${this.output}`)
    return match[1] ?? match[0]
  }

  /** Sends a signal, if any, and waits for the end. Returns the exit code, with what was left behind. */
  async end(signal?: NodeJS.Signals) {
    if (signal && this.#child.pid) process.kill(-this.#child.pid, signal)
    await until(() => this.#child.exitCode !== null || this.#child.signalCode !== null, this.output, seconds)
    const left = () => processesWith(this.#mark)
    await until(() => left().length === 0, `the end of ${left().join(', ')}`, 40)
    const files = leftovers().filter((name) => !this.#before.includes(name))
    // After Ctrl-C, npm reports the signal although what it ran has ended well.
    return { code: this.#child.signalCode === signal ? 0 : this.#child.exitCode, files }
  }
}

/** Returns the folders that commands make for themselves. */
const leftovers = () => readdirSync(tmpdir()).filter((name) => /^urithi-(demo|bench|drill)/.test(name))

/** Returns the command lines of the processes that have this text in their environment. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')]
      } catch {
        return []
      }
    })
}

const clean = (code: number) => ({ code, files: [] })

test('a wrong setting is refused before the pages are built, which can take minutes', () => {
  // A clone that is installed and not built.
  const clone = mkdtempSync(join(tmpdir(), 'urithi-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json', 'node_modules'])
    symlinkSync(join(root, name), join(clone, name))
  mkdirSync(join(clone, 'scripts'))
  const script = `import { prepare } from ${JSON.stringify(join(root, 'scripts/lib/prepare.mjs'))}
    await prepare(${JSON.stringify(clone)}, { pages: true, settings: true })`
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: 'abc' }
  const args = ['--input-type=module', '-e', script]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const output = { stdout: '', stderr: 'PORT must be a whole number from 0 to 65535.\n' }
  expect({ status, stdout, stderr }).toEqual({ status: 1, ...output })
})

describe.runIf(deep)('a command of the README', { timeout: 900_000 }, () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'urithi-commands-'))
    // When root runs this test, the sites run as the service user.
    chmodSync(folder, 0o777)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const of = (name: string) => ({ DATA_DIR: join(folder, name) })

  test('npm start ends with the address of the site, and with Ctrl-C', async () => {
    const start = new Command(['start'], of('site'))
    const address = await start.prints(/is ready at (\S+)/)
    expect((await fetch(address)).status).toBe(200)
    expect(await start.end('SIGINT')).toEqual(clean(0))
  })

  test('npm start of a clone that isn’t built prints a line for the build and, at a terminal, nothing but the address', async () => {
    const clone = join(folder, 'clone')
    expect(spawnSync('git', ['clone', '--quiet', root, clone]).status).toBe(0)
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    const start = new Command(['start'], of('terminal'), { clone, terminal: true })
    await start.prints(/is ready at (\S+)/)
    expect(start.output).toMatch(/^Building…\r\n[^\r\n{}]+ is ready at http:\/\/\S+\r\n$/)
    // The terminal closes without its program.
    expect((await start.end('SIGKILL')).files).toEqual([])
  })

  test('npm start refuses a wrong setting before it builds, and changes nothing', async () => {
    const start = new Command(['start'], { ...of('none'), PORT: 'abc' })
    expect(await start.end()).toEqual(clean(1))
    expect(start.output).toBe('PORT must be a whole number from 0 to 65535.\n')
    expect(existsSync(of('none').DATA_DIR)).toBe(false)
  })

  test('npm run dev shows its pages without restarting, and restarts after a change', async () => {
    const dev = new Command(['dev'], of('dev'))
    const address = await dev.prints(/is ready at (\S+)/)
    for (const path of ['/', '/explore', '/login', '/language/vocabulary'])
      expect((await fetch(address + path)).status, path).toBe(200)
    utimesSync(join(root, 'server.ts'), new Date(), new Date())
    expect((await fetch(await dev.prints(/is ready at (\S+)/, 2))).status).toBe(200)
    expect(dev.output.match(/is ready at/g)).toHaveLength(2)
    expect(await dev.end('SIGINT')).toEqual(clean(0))
  })

  test('npm run demo shows a site, and deletes it at the end', async () => {
    const demo = new Command(['demo'])
    expect((await fetch(await demo.prints(/The demo is at (\S+)/))).status).toBe(200)
    expect(await demo.end('SIGINT')).toEqual(clean(0))
  })

  test('npm run backup, restore, bag and bag:import move a site', async () => {
    const [copy, bag] = [join(folder, 'copy'), join(folder, 'bag')]
    const run = async (args: string[], env: Record<string, string>) => {
      const command = new Command(args, env)
      return { ...(await command.end()), output: command.output }
    }
    expect(await run(['backup', '--', copy], of('site'))).toMatchObject({
      ...clean(0),
      output: expect.stringMatching(/^The backup of \S+ is complete\./),
    })
    expect(await run(['restore', '--', copy], of('restored'))).toMatchObject({
      ...clean(0),
      output: expect.stringContaining('The restore is complete.'),
    })
    const refused = await run(['restore', '--', copy], of('site'))
    expect(refused).toMatchObject({ ...clean(1), output: expect.stringMatching(/^This site already has content\./) })
    expect(await run(['bag', '--', bag], of('site'))).toMatchObject(clean(0))
    expect(await run(['bag:import', '--', bag], of('restored'))).toMatchObject({
      ...clean(0),
      output: expect.stringMatching(/^Added: 0\. Already here: \d+\./),
    })
    expect(await run(['bag:import', '--', bag], of('none'))).toMatchObject({
      ...clean(1),
      output: 'There is no site in DATA_DIR yet. Start it once with npm start, or check that variable.\n',
    })
  })

  test.each([
    ['bench', ['bench', '--', '--quick'], /Filling a site with/],
    ['screenshots', ['screenshots'], /Filling the site/],
  ])('npm run %s begins, and leaves nothing behind when it is stopped', async (_, args, begins) => {
    const command = new Command(args)
    await command.prints(begins)
    expect((await command.end('SIGINT')).files).toEqual([])
  })

  test.each([
    [['bench', '--', '--nonsense'], 2, 'Unknown option ‘--nonsense’.'],
    [['drill', '--', 'nonsense'], 1, 'There is no such drill. Choose from: backup, machines, outage, container, '],
    [['backup', '--', '--nonsense'], 2, 'Unknown option ‘--nonsense’.'],
    [['migration', '--', '--name', 'sample'], 0, 'No schema changes'],
  ])('npm run %j says in a sentence that there is nothing to do', async (args, code, sentence) => {
    const command = new Command(args, of('none'))
    expect(await command.end()).toEqual(clean(code))
    expect(command.output.replaceAll("'", '’').replace('’--', '‘--')).toContain(sentence)
  })
})
