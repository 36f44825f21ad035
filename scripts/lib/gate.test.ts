import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { deep } from '#test/depth.ts'
import { until } from '#test/until.ts'
import { refuseDear } from './cost.mjs'
import { type Result, retryFailed } from './retries.mjs'

// Runs `npm test` with the real test runners on small projects with tests that pass, always fail, fail once or are slow.
// The usual run does so once, and otherwise pretends that tests were run.

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Creates a project with these files, and configurations that find its tests. */
function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-gate-'))
  folders.push(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const all = {
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': `export default { test: { include: ['**/*.test.ts'], maxWorkers: 2 } }`,
    'playwright.config.ts': `export default { testDir: 'e2e', workers: 2, retries: 0 }`,
    ...files,
  }
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** Runs the tests of a project as `npm test` does. */
async function gate(folder: string, args: string[] = [], meet = (_: ChildProcess) => {}) {
  const lib = JSON.stringify(join(root, 'scripts/lib/gate.mjs'))
  const source = `import { parseArguments, runGate, runRepeatedly } from ${lib}
    const selection = parseArguments(${JSON.stringify(folder)}, ${JSON.stringify(args)})
    const runTests = selection.repeat > 0 ? runRepeatedly : runGate
    process.exitCode = await runTests(${JSON.stringify(folder)}, selection, process.env)
    process.disconnect?.()`
  const { VITEST: _, VITEST_WORKER_ID: __, VITEST_POOL_ID: ___, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  meet(child)
  const code = new Promise((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  return { code: await code, output, last: output.trim().split('\n').at(-1) }
}

/** Returns the source of tests with these names that fail the first time they run. */
function failingOnce(folder: string, names: string[], runner = 'vitest'): string {
  return `import { existsSync, writeFileSync } from 'node:fs'
    import { expect, test } from '${runner}'
    for (const name of ${JSON.stringify(names)})
      test(name, () => {
        const mark = ${JSON.stringify(folder)} + '/' + name.replace(/\\W/g, '-')
        const first = !existsSync(mark)
        writeFileSync(mark, '')
        expect(first ? 'Sample first failure' : '').toBe('')
      })`
}

const resultOf = (name: string, more: Partial<Result> = {}): Result => ({
  ...{ runner: 'vitest', file: `${name}.test.ts`, titles: [name], status: 'failed', error: 'Sample fault' },
  ...more,
})

/** Pretends that tests had these results, and that each of them has the same result as in `later` when run again. */
async function settle(results: Result[], later: Partial<Result>) {
  const lines: string[] = []
  const again = async (test: Result) => [{ ...test, ...later }]
  const print = (line: string) => void lines.push(line)
  const settled = await refuseDear(await retryFailed(results, again, print), again, print)
  return { output: lines.join('\n'), statuses: settled.map(({ status }: Result) => status) }
}

describe('the results of a run', () => {
  const passed = resultOf('passes', { status: 'passed' })

  it('keep a test that fails again as failed, and don’t call it flaky', async () => {
    const { output, statuses } = await settle([passed, resultOf('fails')], {})
    expect(statuses).toEqual(['passed', 'failed'])
    expect(output).not.toMatch(/^flaky/m)
  })

  it('count a test that passes when it is run again as passed, and name it flaky, with its error and its page', async () => {
    const page = '- heading "Sample heading"'
    const { output, statuses } = await settle([passed, resultOf('fails once', { page })], { status: 'passed' })
    expect(statuses).toEqual(['passed', 'passed'])
    expect(output).toMatch(/^flaky: fails once\.test\.ts > fails once\n {4}Sample fault$/m)
    expect(output).toContain('the page of fails once.test.ts > fails once\n    - heading "Sample heading"')
  })

  it('stay failed if more than three tests are flaky', async () => {
    const names = ['one', 'two', 'three', 'four']
    const four = await settle(
      names.map((name) => resultOf(name)),
      { status: 'passed' },
    )
    expect(four.statuses).toEqual(['failed', 'failed', 'failed', 'failed'])
    const three = names.slice(0, 3).map((name) => resultOf(name))
    expect((await settle(three, { status: 'passed' })).statuses).toEqual(['passed', 'passed', 'passed'])
  })

  it('refuse a test that takes too much processor time, also alone', async () => {
    const slow = resultOf('is slow', { status: 'passed', processorSeconds: 15.3 })
    const { output, statuses } = await settle([passed, slow], { processorSeconds: 15.2 })
    expect(statuses).toEqual(['passed', 'failed'])
    expect(output).toContain(
      'too dear: is slow.test.ts > is slow\n    It takes 15.2 s of processor time, and 15 are allowed.',
    )
    expect((await settle([passed, slow], { processorSeconds: 14.9 })).statuses).toEqual(['passed', 'passed'])
    const ofBrowser = { ...slow, runner: 'playwright' } as const
    expect((await settle([ofBrowser], {})).statuses).toEqual(['passed'])
  })
})

const passing = `import { expect, test } from 'vitest'
  test('passes', () => expect(1).toBe(1))`

describe('npm test', () => {
  it('counts passed and failed tests, and lists the files that took longest', async () => {
    const folder = project({
      'some.test.ts': passing,
      'broken.test.ts': `import './nowhere.ts'`,
    })
    const { code, output, last } = await gate(folder)
    expect(last).toBe('1 passed, 1 failed')
    expect(code).toBe(1)
    expect(output).toMatch(/^The files that took longest:\n +0\.\d s {2}some\.test\.ts$/m)
    expect(JSON.parse(readFileSync(join(folder, 'test-results/times.json'), 'utf8'))).toHaveProperty('some.test.ts')
  })

  it.runIf(deep)(
    'refuses a test that takes too much processor time',
    async () => {
      const config = `export default { test: { setupFiles: [${JSON.stringify(join(root, 'test/measured.ts'))}] } }`
      const folder = project({
        'vitest.config.ts': config,
        'slow.test.ts': `import { test } from 'vitest'
        const used = () => process.cpuUsage().user + process.cpuUsage().system
        test('is slow', () => { while (used() < 17_000_000); }, 60_000)
        test('is quick', () => {})`,
      })
      const { code, output, last } = await gate(folder)
      expect(output).toMatch(/^too dear: slow\.test\.ts > is slow$/m)
      expect(last).toBe('1 passed, 1 failed')
      expect(code).toBe(1)
    },
    180_000,
  )

  it.runIf(deep)('fails if a test always fails, and does not call it flaky', async () => {
    const folder = project({
      'some.test.ts': passing,
      'other.test.ts': `import { expect, test } from 'vitest'
        test('fails always', () => expect(1).toBe(2))`,
      'e2e/some.spec.ts': `import { expect, test } from '@playwright/test'
        test('fails always', () => expect(1).toBe(2))`,
    })
    const { code, output, last } = await gate(folder)
    expect(last).toBe('1 passed, 2 failed')
    expect(code).toBe(1)
    expect(output).not.toMatch(/^flaky/m)
  })

  it.runIf(deep)('reports a test that fails once as flaky, with its error, and counts it as passed', async () => {
    const folder = project({ 'some.test.ts': passing })
    writeFileSync(join(folder, 'once.test.ts'), failingOnce(folder, ['fails (once) in a+b']))
    mkdirSync(join(folder, 'e2e'))
    writeFileSync(join(folder, 'e2e/once.spec.ts'), failingOnce(folder, ['fails once here'], '@playwright/test'))
    const { code, output, last } = await gate(folder)
    expect(output).toMatch(/^flaky: once\.test\.ts > fails \(once\) in a\+b\n {4}AssertionError.*Sample first failure/m)
    expect(output).toMatch(/^flaky: e2e\/once\.spec\.ts > fails once here\n {4}Error: /m)
    expect(last).toBe('3 passed, 0 failed')
    expect(code).toBe(0)
  })

  it.runIf(deep)('prints what the page of a failed browser test showed', async () => {
    const folder = project({})
    const described = '# Page snapshot\\n\\n```yaml\\n- heading "Sample heading"\\n```\\n'
    mkdirSync(join(folder, 'e2e'))
    writeFileSync(
      join(folder, 'e2e/some.spec.ts'),
      `import { writeFileSync } from 'node:fs'
      import { expect, test } from '@playwright/test'
      test('fails always', ({}, info) => {
        const path = info.outputPath('page.md')
        writeFileSync(path, '${described}')
        info.attachments.push({ name: 'error-context', contentType: 'text/markdown', path })
        expect(1).toBe(2)
      })`,
    )
    const { output } = await gate(folder)
    expect(output).toContain('the page of e2e/some.spec.ts > fails always\n    - heading "Sample heading"\n')
  })

  it.runIf(deep)('fails if four tests are flaky', async () => {
    const folder = project({ 'some.test.ts': passing })
    const names = ['one', 'two', 'three', 'four']
    writeFileSync(join(folder, 'once.test.ts'), failingOnce(folder, names))
    const { code, output, last } = await gate(folder)
    expect(output.match(/^flaky: /gm)).toHaveLength(4)
    expect(last).toBe('1 passed, 4 failed')
    expect(code).toBe(1)
  })

  it('ends when it is stopped, and runs no more tests', async () => {
    const folder = project({
      'endless.test.ts': `import { writeFileSync } from 'node:fs'
        import { test } from 'vitest'
        test('never ends', () => new Promise(() => { writeFileSync('begun', ''); setInterval(() => {}, 1000) }))`,
      'e2e/some.spec.ts': failingOnce(tmpdir(), ['is not run'], '@playwright/test'),
    })
    const { code, output } = await gate(folder, [], (child) => {
      void until(() => existsSync(join(folder, 'begun')), 'the test that never ends').then(() => child.kill('SIGTERM'))
    })
    expect(code).not.toBe(0)
    expect(output).not.toContain('is not run')
  })

  it.runIf(deep)('runs a test again with its whole file if it builds on the tests before it', async () => {
    const folder = project({})
    writeFileSync(
      join(folder, 'story.test.ts'),
      `import { existsSync, writeFileSync } from 'node:fs'
      import { describe, expect, it } from 'vitest'
      let prepared = false
      describe('a story', () => {
        it('prepares', () => { prepared = true })
        it('goes on', () => {
          const first = !existsSync(${JSON.stringify(join(folder, 'mark'))})
          writeFileSync(${JSON.stringify(join(folder, 'mark'))}, '')
          expect([prepared, first]).toEqual([true, false])
        })
      })`,
    )
    const { code, output, last } = await gate(folder)
    expect(output).toMatch(/^flaky: story\.test\.ts > a story > goes on$/m)
    expect(last).toBe('2 passed, 0 failed')
    expect(code).toBe(0)
  })

  it.runIf(deep)('runs a file again if its preparation failed, and fails if it can’t be loaded at all', async () => {
    const mark = (folder: string) => JSON.stringify(join(folder, 'mark'))
    const folder = project({})
    writeFileSync(
      join(folder, 'prepared.test.ts'),
      `import { existsSync, writeFileSync } from 'node:fs'
      import { beforeAll, test } from 'vitest'
      beforeAll(() => {
        if (existsSync(${mark(folder)})) return
        writeFileSync(${mark(folder)}, '')
        throw new Error('Sample fault of a hook')
      })
      test('one', () => {})
      test('two', () => {})`,
    )
    const prepared = await gate(folder)
    expect(prepared.output).toMatch(/^flaky: prepared\.test\.ts$/m)
    expect(prepared.last).toBe('2 passed, 0 failed')
    writeFileSync(join(folder, 'broken.test.ts'), `import './nowhere.ts'`)
    const broken = await gate(folder)
    expect(broken.last).toBe('2 passed, 1 failed')
    expect(broken.code).toBe(1)
  })

  it.runIf(deep)('with --repeat, prints how often each test failed', async () => {
    const folder = project({ 'some.test.ts': passing })
    writeFileSync(join(folder, 'once.test.ts'), failingOnce(folder, ['fails once']))
    const { code, output, last } = await gate(folder, ['--repeat', '3', 'test'])
    expect(output).toContain('failed 1 of 3 times: once.test.ts > fails once')
    expect(last).toBe('1 passed, 1 failed')
    expect(code).toBe(1)
    const clean = await gate(folder, ['--repeat', '2', 'once'])
    expect(clean.last).toBe('1 passed, 0 failed')
    expect(clean.code).toBe(0)
  })
})
