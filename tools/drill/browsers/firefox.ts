import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, viewport } from './browser.ts'

const program = 'firefox-esr'
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'app.update.auto': false,
  // Phones have no scrollbars that take space.
  'ui.useOverlayScrollbars': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
}

type Answer = { id?: number; result?: unknown; error?: string; message?: string }

/** Starts Firefox without a window, with a fake microphone and its own profile. It stops with `opened`. */
export async function openFirefox(opened: AsyncDisposableStack): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'urithi-firefox-'))
  opened.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const firefox = spawn(program, ['--headless', '--profile', profile, '--remote-debugging-port', '0'], {
    // Firefox refuses a home folder that belongs to another user.
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  opened.defer(async () => {
    if (firefox.exitCode !== null) return
    firefox.kill()
    await once(firefox, 'exit')
  })
  const call = await connect(await addressOf(firefox.stderr))
  const { capabilities } = await call<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
  // The first tab shows Firefox's own page, in a process that never gives the focus to pages of a site.
  const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab' })
  await call('browsingContext.setViewport', { context, viewport, devicePixelRatio: 2 })
  const evaluate = (functionDeclaration: string) =>
    call<{ result?: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } }>(
      'script.callFunction',
      { functionDeclaration, awaitPromise: true, target: { context } },
    ).then(({ result, exceptionDetails }) => {
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result
    })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async goto(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async run(script, ...args) {
      // BiDi has its own notation for values, so the page returns JSON.
      const result = await evaluate(`async () => JSON.stringify(await (${script})(...${JSON.stringify(args)}))`)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    async perform(actions) {
      await call('input.performActions', { context, actions })
    },
    async chooseFiles(selector, files) {
      const result = await evaluate(`() => document.querySelector(${JSON.stringify(selector)})`)
      await call('input.setFiles', { context, element: { sharedId: result?.sharedId }, files })
    },
    async screenshot() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (!address) continue
    // Nothing else reads what Firefox writes, and a full pipe would stop it.
    output.resume()
    return `${address}/session`
  }
  throw new Error(`${program} didn’t start.`)
}

/** Returns a function that sends a command and resolves with its result. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(data)
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  await once(socket, 'open')
  let sent = 0
  return async <Result>(method: string, params = {}): Promise<Result> => {
    const id = ++sent
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await promise
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
}
