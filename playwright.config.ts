import { defineConfig } from '@playwright/test'

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
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
})
