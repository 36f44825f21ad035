import { defineConfig } from '@playwright/test'
import { deep } from './test/depth.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const launchOptions = { executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] }
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
    launchOptions,
  },
  projects: [
    { name: 'device', testMatch: ofDevice },
    {
      name: 'pages',
      testIgnore: ofDevice,
      use: {
        launchOptions: { ...launchOptions, executablePath: process.env.CHROMIUM_SHELL_PATH ?? executablePath },
      },
    },
  ],
})
