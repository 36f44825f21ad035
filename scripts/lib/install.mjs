import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, mayInstall } from './packages.mjs'
import { run } from './run.mjs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Whether node_modules holds what package-lock.json asks for, whoever installed it. */
export function isInstalled(root) {
  try {
    const stamp = existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8')
    return stamp === wantedStamp(root) || agrees(root)
  } catch {
    return false
  }
}

const stampOf = (root) => join(root, 'node_modules', '.urithi-stamp')

function wantedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/** npm writes its own list as the last step of an install by hand, so a half-done one has none. */
function agrees(root) {
  const wanted = read(join(root, 'package-lock.json')).packages
  const found = read(join(root, 'node_modules', '.package-lock.json')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || found[path]?.version === entry.version) return true
    return Boolean(entry.optional) && !isForHere(entry)
  })
}

/** What is built for one platform is optional to npm, and needed by us: a copied clone may hold another's. */
function isForHere({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false
  return !libc || libc.includes(process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')
}

const asPinned = fileURLToPath(new URL('as-pinned.cjs', import.meta.url))
const quiet = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs what package-lock.json names. A lock written where the registry lacked some platform's optional packages is
 * incomplete to `npm ci`; then `npm install` takes the locked versions and leaves the file as it is.
 */
export async function install(root) {
  console.log('Installing…')
  rmSync(stampOf(root), { force: true })
  let { code, complaint } = await npm(root, ['ci', ...quiet])
  if (code !== 0 && complaint.includes('libatomic.so.1')) {
    await installLibatomic()
    ;({ code, complaint } = await npm(root, ['ci', ...quiet]))
  }
  if (complaint.includes('EUSAGE')) ({ code, complaint } = await npm(root, ['install', '--no-save', ...quiet]))
  if (code !== 0) {
    process.stderr.write(complaint)
    throw new Error('Installing the packages failed: check the connection to the npm registry, then start again.')
  }
  writeFileSync(stampOf(root), wantedStamp(root))
}

/** The pinned Node wants it, a minimal Debian lacks it, and packages run that Node as they are installed. */
async function installLibatomic() {
  const advice = 'The Node of the site wants libatomic.so.1: install it (on Debian libatomic1), then start again.'
  if (!mayInstall()) throw new Error(advice)
  console.log('Installing libatomic1…')
  await installPackages(['libatomic1'], advice)
}

async function npm(root, args) {
  let complaint = ''
  const code = await run('npm', args, {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require=${JSON.stringify(asPinned)}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    onError: (text) => {
      complaint += text
    },
  })
  return { code, complaint }
}
