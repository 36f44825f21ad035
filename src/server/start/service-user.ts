import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The unprivileged account used instead of root. */
export type ServiceUser = { uid: number; gid: number; name: string }

const wantedName = 'urithi'

/**
 * Returns the account that the server and PostgreSQL run as, created if needed; undefined if this process isn't root.
 * @throws {Error} with a message to show, if there is no account to use
 */
export function serviceUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = find(wantedName) ?? create() ?? find('nobody')
  if (!user)
    throw new Error(
      'Urithi does not run as root. Create a system user named urithi, or start Urithi as an ordinary user.',
    )
  return user
}

function find(name: string): ServiceUser | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [userName, , uid, gid] = line.split(':')
    if (userName === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid), name }
  }
  return undefined
}

/** Creates the account. Concurrent starts may race: the loser finds the winner's account, or waits for the lock. */
function create(): ServiceUser | undefined {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
      execFileSync('useradd', [...options, '--shell', '/usr/sbin/nologin', wantedName], {
        stdio: 'ignore',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    }
    const user = find(wantedName)
    if (user) return user
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  return undefined
}

const bits = { read: 4, write: 2, execute: 1 }

/**
 * Returns whether `user` could use `path`, judging by its mode and those of its parent folders; false if it is missing.
 * ACLs and supplementary groups are ignored, because the service user has none.
 */
export function canReach(path: string, user: Pick<ServiceUser, 'uid' | 'gid'>, mode: keyof typeof bits): boolean {
  try {
    const folders = new Set([...above(path), ...above(realpathSync(path))])
    return (
      [...folders].every((folder) => allows(statSync(folder), user, 'execute')) && allows(statSync(path), user, mode)
    )
  } catch {
    return false
  }
}

function above(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [...above(parent), parent]
}

function allows(stats: Stats, user: Pick<ServiceUser, 'uid' | 'gid'>, mode: keyof typeof bits): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0
  return ((stats.mode >> shift) & bits[mode]) !== 0
}
