import { defineConfig } from 'vite'

/** Builds the script of the reading pages separately, so that it contains no framework. */
export default defineConfig({
  publicDir: false,
  base: '/reading/',
  // The worker that computes a proof of work has the same name as the app's.
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  build: {
    // React Router's build empties build/, so scripts/precompress.ts copies this script there afterwards.
    outDir: '.react-router/reading',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '.',
    modulePreload: false,
    rolldownOptions: { input: 'src/reading/reading.ts' },
  },
})
