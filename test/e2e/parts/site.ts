import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { createServer } from 'vite'

export { expect } from '@playwright/test'

/** The parts that no page shows in each of their ways, on a page of their own (`parts.tsx`). */
export const test = base.extend<{ complaints: string[] }, { parts: string }>({
  parts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use, { workerIndex }) => {
      const server = await createServer({
        configFile: false,
        root: fileURLToPath(new URL('.', import.meta.url)),
        cacheDir: fileURLToPath(new URL(`../../node_modules/.vite-parts-${workerIndex}`, import.meta.url)),
        server: { port: 0, fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
        logLevel: 'error',
      })
      await server.listen()
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ parts }, use) => use(parts),
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(complaints)
  },
})
