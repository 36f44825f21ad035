import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../free-port.ts'
import { type Browser, viewport } from './browser.ts'

/** The toolbar of MiniBrowser would otherwise keep its window wider than a phone. */
const narrowToolbar = 'button, entry, image { min-width: 0; padding: 0; margin: 0; border-width: 0 }'
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts WebKitGTK's MiniBrowser on a virtual screen, with a fake microphone. It stops with `opened`. */
export async function openWebKitGtk(opened: AsyncDisposableStack): Promise<Browser> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const home = mkdtempSync(join(tmpdir(), 'urithi-webkit-'))
  opened.defer(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), narrowToolbar)
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  opened.defer(() => end(screen))
  const [display] = await once(screen.stdio[3] as Readable, 'data')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      DISPLAY: `:${String(display).trim()}`,
      // Its sandbox can't start as root or in a container; only pages of the drill's own site are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  opened.defer(() => end(driver))
  const call = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
  await isListening(port, driver)
  const args = ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true']
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '',
    { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } } },
  )
  const path = (end: string) => `/${sessionId}${end}`
  opened.defer(() => call('DELETE', path('')).then(() => {}))
  const run: Browser['run'] = async (script, ...args) => {
    const { result, error } = await call<{ result: never; error?: string }>('POST', path('/execute/async'), {
      script: `const [args, done] = arguments
        Promise.resolve().then(() => (${script})(...args)).then((result) => done({ result }), (error) => done({ error: String(error) }))`,
      args: [args],
    })
    if (error) throw new Error(error)
    return result
  }
  await call('POST', path('/window/rect'), viewport)
  // The toolbar takes part of the window.
  const toolbar = viewport.height - (await run(() => innerHeight))
  await call('POST', path('/window/rect'), { ...viewport, height: viewport.height + toolbar })
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    run,
    async goto(url) {
      await call('POST', path('/url'), { url })
    },
    async perform(actions) {
      await call('POST', path('/actions'), { actions })
    },
    async chooseFiles(selector, files) {
      const element = await call<Record<string, string>>('POST', path('/element'), {
        using: 'css selector',
        value: selector,
      })
      await call('POST', path(`/element/${element[elementKey]}/value`), { text: files.join('\n') })
    },
    screenshot: async () => Buffer.from(await call<string>('GET', path('/screenshot')), 'base64'),
  }
}

async function end(process: ChildProcess) {
  if (process.exitCode !== null || process.signalCode !== null) return
  process.kill()
  await once(process, 'exit')
}

async function isListening(port: number, driver: ChildProcess): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined))) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver didn’t start.')
    await sleep(100)
  }
}
