import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/start/config.ts'
import { readSteps } from '../tools/drill/containerfile.ts'

const analyze = '/usr/bin/systemd-analyze'
const unit = readFileSync('deploy/urithi.service', 'utf8')
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts

test('the Containerfile copies every file that the build and the site read, and no missing one', () => {
  const steps = readSteps(readFileSync('deploy/Containerfile', 'utf8'))
  const copied = steps
    .filter(({ instruction }) => instruction === 'COPY')
    .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1))
  expect(copied.filter((path) => !existsSync(path))).toEqual([])
  const configs = [...String(scripts.build).matchAll(/vite[\w.]*\.config\.ts/g)].map(([name]) => name)
  const needed = [
    'server.ts',
    'src',
    'migrations',
    'data',
    'public',
    'scripts',
    'package.json',
    'package-lock.json',
    ...configs,
  ]
  expect(needed.filter((path) => !copied.includes(path))).toEqual([])
  const { rest } = steps.findLast(({ instruction }) => instruction === 'CMD') ?? { rest: '' }
  expect(existsSync(JSON.parse(rest).at(-1))).toBe(true)
})

test('the container build is sent sources and settings, and nothing that was installed or built', () => {
  const allowed = readFileSync('.dockerignore', 'utf8').match(/^![\w*.]+$/gm)
  expect(allowed).toEqual(['!data', '!migrations', '!public', '!scripts', '!src', '!*.json', '!*.ts'])
})

test('npm checks engines against the site’s Node, so that an older Node can install everything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'urithi pinned '))
  mkdirSync(join(folder, 'scripts/lib'), { recursive: true })
  const asPinned = join(folder, 'scripts/lib/as-pinned.cjs')
  cpSync('scripts/lib/as-pinned.cjs', asPinned)
  const packages = { [`node_modules/node-${process.platform}-${process.arch}`]: { version: '99.1.2' } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const env = { ...process.env, NODE_OPTIONS: `--require=${JSON.stringify(asPinned)}` }
  expect(execFileSync(process.execPath, ['-p', 'process.version'], { env, encoding: 'utf8' })).toBe('v99.1.2\n')
  rmSync(folder, { recursive: true })
})

test('the environment file contains valid settings, which the site reads', () => {
  const lines = readFileSync('deploy/urithi.env', 'utf8').match(/^#?[A-Z_]+=.*$/gm) ?? []
  const settings = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.replace(/^#/, '').split('=')
      return [name, value.join('=').replace(/^'|'$/g, '').replace('…', 'a long enough secret')]
    }),
  )
  expect(readConfig(settings)).toMatchObject({
    trustProxy: 1,
    siteName: 'Marakwet Heritage',
    fixed: ['name', 'contactEmail'],
    dataDir: '/var/lib/urithi',
  })
})

test.skipIf(!existsSync(analyze))('systemd accepts the unit and rates its exposure as low', () => {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-unit-'))
  const file = join(folder, 'urithi.service')
  // Node and the clone have other paths here.
  writeFileSync(file, unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/urithi', process.cwd()))
  const verification = spawnSync(analyze, ['verify', '--man=no', file], { encoding: 'utf8' })
  expect([verification.stderr, verification.status]).toEqual(['', 0])
  const rating = spawnSync(analyze, ['security', '--offline=true', '--threshold=20', file], { encoding: 'utf8' })
  expect(rating.stdout + rating.stderr).toMatch(/Overall exposure level for urithi\.service: [01]\.\d/)
  expect(rating.status).toBe(0)
  rmSync(folder, { recursive: true })
})
