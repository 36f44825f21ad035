import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasFfmpeg } from './ffmpeg.ts'

const { PATH } = process.env
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'urithi-ffmpeg-'))
  symlinkSync('/usr/bin/nice', join(folder, 'nice'))
  process.env.PATH = folder
})
afterEach(() => {
  process.env.PATH = PATH
  rmSync(folder, { recursive: true, force: true })
})

/** Installs a program that notes each of its starts. @param minute when it was installed */
function install({ exitCode = 0, minute = 0 } = {}) {
  const program = join(folder, 'ffmpeg')
  writeFileSync(program, `#!/bin/sh\necho start >>${folder}/starts\nexit ${exitCode}\n`, { mode: 0o755 })
  utimesSync(program, minute * 60, minute * 60)
}
const starts = () => {
  const log = join(folder, 'starts')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0
}

it('starts ffmpeg once to learn that it works, and again after an update', async () => {
  install()
  expect([await hasFfmpeg(), await hasFfmpeg(), starts()]).toEqual([true, true, 1])
  install({ minute: 1, exitCode: 1 })
  expect([await hasFfmpeg(), await hasFfmpeg(), starts()]).toEqual([false, false, 3])
})

it('notices that ffmpeg is installed and removed', async () => {
  expect(await hasFfmpeg()).toBe(false)
  install()
  expect(await hasFfmpeg()).toBe(true)
  rmSync(join(folder, 'ffmpeg'))
  expect([await hasFfmpeg(), starts()]).toEqual([false, 1])
})
