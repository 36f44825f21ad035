import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig, preview } from 'vite'
import { test as base } from '../console.ts'

export { expect } from '@playwright/test'

/** Serves a page with components in variants that no page of the site shows (`parts.tsx`). */
export const test = base.extend<{ complaints: string[] }, { parts: string }>({
  parts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from the pattern
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'urithi-parts-'))
      const config: InlineConfig = {
        configFile: false,
        root: import.meta.dirname,
        build: { outDir, emptyOutDir: true },
        preview: { port: 0 },
        logLevel: 'error',
      }
      await build(config)
      const server = await preview(config)
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
      rmSync(outDir, { recursive: true })
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
