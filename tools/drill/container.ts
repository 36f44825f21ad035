import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSteps, type Step } from './containerfile.ts'

const port = 3999
/** Path in the container for the file that NODE_EXTRA_CA_CERTS names. npm may need it to get through a proxy. */
const authorities = '/host-authorities.crt'

/**
 * Runs deploy/Containerfile without a container engine, in a Debian made by debootstrap: each step, then the site as
 * its own user until it is ready. Requires root on Debian and takes some minutes.
 */
export async function drillContainer(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('This drill installs its own Debian: run it as root.')
  const folder = mkdtempSync(join(tmpdir(), 'urithi-container-'))
  const root = join(folder, 'root')
  const container = { root, directory: '/', env: {} as Record<string, string>, user: 'root', command: [] as string[] }
  let site: ChildProcess | undefined
  try {
    for (const step of readSteps(readFileSync('deploy/Containerfile', 'utf8'))) {
      const began = performance.now()
      walk(container, step)
      console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${step.instruction} ${step.rest.slice(0, 90)}`)
    }
    const began = performance.now()
    site = spawn('chroot', argsFor(container, container.command, { PORT: String(port), HOST: '127.0.0.1' }), {
      stdio: 'inherit',
    })
    while ((await statusOf('/readyz')) !== 200) {
      if (site.exitCode !== null) throw new Error(`The site ended with ${site.exitCode}.`)
      await sleep(500)
    }
    const page = await statusOf('/')
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ready; the home page answers ${page}`)
    if (page !== 200) throw new Error('The home page doesn’t respond.')
  } finally {
    if (site && site.exitCode === null) {
      const exited = new Promise((resolve) => site?.once('exit', resolve))
      site.kill('SIGTERM')
      await Promise.race([exited, sleep(30_000)])
    }
    spawnSync('umount', ['--lazy', join(root, 'proc')])
    rmSync(folder, { recursive: true, force: true })
  }
}

type Container = { root: string; directory: string; env: Record<string, string>; user: string; command: string[] }

function walk(container: Container, { instruction, rest }: Step): void {
  const { root } = container
  const words = rest.split(/\s+/)
  if (instruction === 'FROM') {
    const [, suite = ''] = /\/debian:(\w+)-slim$/.exec(rest) ?? []
    run('debootstrap', ['--variant=minbase', suite, root])
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
    run('mount', ['-t', 'proc', 'proc', join(root, 'proc')])
    const { NODE_EXTRA_CA_CERTS: extra } = process.env
    if (extra) cpSync(extra, join(root, authorities))
  } else if (instruction === 'RUN') run('chroot', argsFor(container, ['/bin/sh', '-c', rest]))
  else if (instruction === 'COPY') copy(container, words)
  else if (instruction === 'WORKDIR') {
    container.directory = rest
    mkdirSync(join(root, rest), { recursive: true })
  } else if (instruction === 'ENV')
    Object.assign(container.env, Object.fromEntries(words.map((word) => word.split('='))))
  else if (instruction === 'USER') container.user = rest
  else if (instruction === 'CMD') container.command = JSON.parse(rest)
}

function copy({ root, directory }: Container, words: string[]): void {
  const to = join(root, resolve(directory, words.at(-1) ?? ''))
  for (const from of words.slice(0, -1)) {
    const target = words.at(-1)?.endsWith('/') ? join(to, basename(from)) : to
    cpSync(from, target, { recursive: true })
  }
}

/** Returns the arguments with which chroot runs a command as the container would. */
function argsFor({ root, directory, env, user }: Container, command: string[], more = {}): string[] {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const certificates = process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: authorities }
  const home = user === 'root' ? '/root' : '/'
  const settings = Object.entries({ PATH: path, HOME: home, ...certificates, ...env, ...more })
  const shellCommand = ['/bin/sh', '-c', `cd '${directory}' && exec "$@"`, 'sh', ...command]
  return [
    '--userspec',
    user,
    root,
    '/usr/bin/env',
    '-i',
    ...settings.map(([name, value]) => `${name}=${value}`),
    ...shellCommand,
  ]
}

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} failed${error ? `: ${error.message}` : ''}.`)
}

async function statusOf(path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (answer) => answer.status,
    () => 0,
  )
}
