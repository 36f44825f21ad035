import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const launchOptions = { executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] }
/** Tests of storage, sound, push and service workers need the complete browser; others run in the headless shell. */
const ofDevice = /(deploy|killed|linguistics|offline|outbox|push|record|recorder|uploads|first-day)\.spec\.ts$/

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
