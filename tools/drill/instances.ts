import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeOptions, nodeVariables } from '../../scripts/lib/node-options.ts'
import { addressOf } from '../child.ts'

const root = dirname(dirname(import.meta.dirname))

/** A server of the site with its own data folder; uploaded files are in a folder that all share. */
export type Instance = {
  name: string
  url: string
  dataDir: string
  child: ChildProcess
  /** Resolves when it has ended, with the time in ms since 1970. */
  ended: Promise<number>
}

/** Starts a server. @param folder the folder of the drill; @param settings additional environment variables */
export async function startInstance(folder: string, name: string, settings: Record<string, string>): Promise<Instance> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  for (const shared of ['media', 'pieces']) {
    mkdirSync(join(folder, shared), { recursive: true })
    symlinkSync(join(folder, shared), join(dataDir, shared))
  }
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [...nodeOptions, join(root, 'server.ts')], {
    cwd: root,
    env: {
      ...{
        ...nodeVariables,
        PATH,
        HOME,
        TMPDIR,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        PORT: '0',
        DATA_DIR: dataDir,
        TRUST_PROXY: '1',
      },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => Date.now())
  return { name, url: await addressOf(child, name), dataDir, child, ended }
}
