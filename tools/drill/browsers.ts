import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages, mayInstall } from '../../scripts/lib/packages.mjs'
import { picture } from '../demo/files.ts'
import { copiesMade, fill } from '../demo/fill.ts'
import { accounts } from '../demo/people.ts'
import { openDemo } from '../demo/site.ts'
import { startErrorProxy } from './browsers/error-proxy.ts'
import { openFirefox } from './browsers/firefox.ts'
import { walk } from './browsers/walk.ts'
import { openWebKitGtk } from './browsers/webkitgtk.ts'

const browsers = { firefox: openFirefox, webkitgtk: openWebKitGtk }
/** WebKitGTK needs the codecs of GStreamer to record and play. */
const packages = [
  ...['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-noto-core'],
  ...['gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'],
]
const advice = `This drill needs ${packages.join(', ')}: install them, or run it as root on Debian.`

/**
 * Walks through a filled site on a phone's screen in Firefox and WebKitGTK: reads, signs up, posts and records.
 * @param names the browsers; all by default
 * @param screenshots a folder for a screenshot of each step; by default only of failed steps, in a temporary folder
 */
export async function drillBrowsers(names: string[], screenshots?: string): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(browsers, name))
  if (unknown) throw new Error(`There is no browser “${unknown}”. Choose from: ${Object.keys(browsers).join(', ')}.`)
  await installBrowsers()
  await using opened = new AsyncDisposableStack()
  const demo = await openDemo(opened, accounts.admin)
  await copiesMade(demo, await fill(demo))
  const site = demo.url
  const proxy = await startErrorProxy(opened, site)
  const folder = mkdtempSync(join(tmpdir(), 'urithi-walk-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const files = { picture: join(folder, 'picture.jpg') }
  const [, data = ''] = (await picture(1, 'Sample picture')).split(',')
  writeFileSync(files.picture, Buffer.from(data, 'base64'))
  for (const [name, open] of Object.entries(browsers)) {
    if (names.length > 0 && !names.includes(name)) continue
    await using closed = new AsyncDisposableStack()
    const browser = await open(closed)
    const failed = await walk(browser, proxy.url, { files, takeErrors: proxy.takeErrors, screenshots, name })
    if (failed > 0) process.exitCode = 1
  }
}

async function installBrowsers(): Promise<void> {
  if (spawnSync('dpkg', ['-s', ...packages]).status === 0) return
  if (!mayInstall()) throw new Error(advice)
  console.log('Installing Firefox and WebKitGTK…')
  await installPackages(packages, advice)
}
