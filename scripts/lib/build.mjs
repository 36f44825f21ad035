import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeBinary } from './node-binary.mjs'
import { runOrFail } from './run.mjs'

const sources = [
  'src',
  'public',
  'vite.config.ts',
  'vite.reading.config.ts',
  'vite.offline.config.ts',
  'vite.children.config.ts',
  'react-router.config.ts',
  'scripts/precompress.ts',
  'package.json',
  'package-lock.json',
]

/** Returns whether build/ was made from the current sources. */
export function isBuilt(root) {
  const stamp = join(root, 'build', '.stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, sources)
}

/** Builds the pages. The stamp is deleted first and written last, so that an interrupted build is repeated. */
export async function build(root) {
  console.log('Building…')
  const stamp = join(root, 'build', '.stamp')
  rmSync(stamp, { force: true })
  const before = fingerprint(root, sources)
  const bin = [dirname(nodeBinary(root)), join(root, 'node_modules', '.bin')]
  const env = { ...process.env, NODE_ENV: 'production', PATH: [...bin, process.env.PATH].join(':') }
  const buildCommand = ['--silent', 'run', 'build']
  await runOrFail('npm', buildCommand, 'Building the pages failed: see the lines above.', {
    cwd: root,
    env,
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(`${stamp}.draft`, before)
  renameSync(`${stamp}.draft`, stamp)
}

/** Returns a hash of the names and contents of files and folders under `root`, without tests. */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) add(root, path, hash)
  return hash.digest('hex')
}

function add(root, path, hash) {
  const full = join(root, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (stats?.isDirectory()) {
    for (const name of readdirSync(full).sort()) add(root, join(path, name), hash)
  } else if (stats && !/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\0${stats.size}\0`).update(readFileSync(full))
  }
}
