import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const launchOptions = { executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] }
/** What a device keeps, hears and is sent: they run in the whole browser, the others in one without windows. */
const ofDevice = /(deploy|linguistics|offline|outbox|push|recorder)\.spec\.ts$/

export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    // A worker answers for the site in the tests that are about it alone (offline.spec).
    serviceWorkers: 'block',
    // A picture of every step takes a third of the time of a walk; what the page held tells more.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true },
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
