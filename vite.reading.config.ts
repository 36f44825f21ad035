import { defineConfig } from 'vite'

/** The script of the reading pages: a build of its own, so that no framework can slip into it. */
export default defineConfig({
  publicDir: false,
  build: {
    // React Router's build empties build/: this one waits beside it, and joins it in scripts/precompress.ts.
    outDir: '.react-router/reading',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '.',
    modulePreload: false,
    rolldownOptions: { input: 'src/reading/reading.ts' },
  },
})
