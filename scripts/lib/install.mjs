import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages, mayInstall } from './packages.mjs'
import { run } from './run.mjs'
import { isNetworkError, retry } from './tries.mjs'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Returns whether node_modules matches package-lock.json, however it was installed. */
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

/**
 * Returns whether package-lock.json agrees with the list that npm writes as the last step of an install. An interrupted
 * install leaves no list.
 */
function agrees(root) {
  const required = read(join(root, 'package-lock.json')).packages
  const packages = read(join(root, 'node_modules', '.package-lock.json')).packages
  return Object.entries(required).every(([path, entry]) => {
    if (path === '' || packages[path]?.version === entry.version) return true
    return Boolean(entry.optional) && !isForHere(entry)
  })
}

/**
 * Returns true for packages built for this platform. They are optional for npm but required here, because a copied
 * clone may contain those for another platform.
 */
function isForHere({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false
  return !libc || libc.includes(process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')
}

const asPinned = fileURLToPath(new URL('as-pinned.cjs', import.meta.url))
const npmOptions = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Installs the packages listed in package-lock.json. `npm ci` rejects a lock file that was written while optional
 * packages for another platform were unavailable; `npm install` then installs the locked versions without changing the
 * file.
 */
export async function install(root) {
  console.log('Installing…')
  rmSync(stampOf(root), { force: true })
  let { code, complaint } = await npm(root, ['ci', ...npmOptions])
  if (code !== 0 && complaint.includes('libatomic.so.1')) {
    await installLibatomic()
    ;({ code, complaint } = await npm(root, ['ci', ...npmOptions]))
  }
  if (complaint.includes('EUSAGE')) ({ code, complaint } = await npm(root, ['install', '--no-save', ...npmOptions]))
  if (code !== 0) {
    process.stderr.write(complaint)
    throw new Error('Installing the packages failed: check the connection to the npm registry, then start again.')
  }
  writeFileSync(stampOf(root), wantedStamp(root))
}

/** Installs a library that a minimal Debian lacks. The pinned Node needs it, and runs while packages are installed. */
async function installLibatomic() {
  const advice = 'The site’s Node needs libatomic.so.1: install it (on Debian libatomic1), then start again.'
  if (!mayInstall()) throw new Error(advice)
  console.log('Installing libatomic1…')
  await installPackages(['libatomic1'], advice)
}

function npm(root, args) {
  const isTransient = ({ code, complaint }) => code !== 0 && isNetworkError(complaint)
  return retry(() => runNpm(root, args), isTransient)
}

async function runNpm(root, args) {
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
