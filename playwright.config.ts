import { defineConfig } from '@playwright/test'
import { deep } from './test/depth.ts'

const complete = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const shell = process.env.CHROMIUM_SHELL_PATH ?? complete
const args = [
  ...['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  // A microphone and a camera that answer without asking.
  ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
]
/**
 * Push messages need the complete browser; other tests run in the headless shell, which needs half the processor time.
 * In the long form, tests of storage, sound and service workers run in the complete browser, too.
 */
const ofDevice = deep
  ? /(deploy|killed|linguistics|offline|outbox|push|record|recorder|uploads|first-day)\.spec\.ts$/
  : /push\.spec\.ts$/

export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    // Only tests that need the service worker, such as offline.spec, allow it.
    serviceWorkers: 'block',
    // Tracing would take up an eighth of each run, and the page of a failed test is described anyway. `--trace
    // retain-on-failure` turns it on.
    trace: 'off',
    // Tests that launch a browser themselves use this, too.
    launchOptions: { executablePath: deep ? complete : shell, args },
  },
  projects: [
    { name: 'device', testMatch: ofDevice, use: { launchOptions: { executablePath: complete, args } } },
    { name: 'pages', testIgnore: ofDevice, use: { launchOptions: { executablePath: shell, args } } },
  ],
})
