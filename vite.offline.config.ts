import { defineConfig } from 'vite'

/** The workers: a build of their own each, one file under a name that stays. `--mode` says which. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    // Joins the other files in scripts/precompress.ts, as the reading script does.
    outDir: '.react-router/offline',
    emptyOutDir: mode === 'sw',
    modulePreload: false,
    rolldownOptions: {
      input: mode === 'sw' ? 'src/offline/worker.ts' : 'src/offline/dictionary/worker.ts',
      output: { format: 'iife', entryFileNames: `${mode}.js` },
    },
  },
}))
