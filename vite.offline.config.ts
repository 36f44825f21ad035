import { defineConfig } from 'vite'

/** Builds each worker as one file with a constant name, chosen by `--mode`. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    // scripts/precompress.ts copies these files to build/, as it does with the reading script.
    outDir: '.react-router/offline',
    emptyOutDir: mode === 'sw',
    modulePreload: false,
    rolldownOptions: {
      input: mode === 'sw' ? 'src/offline/worker.ts' : 'src/offline/dictionary/worker.ts',
      output: { format: 'iife', entryFileNames: `${mode}.js` },
    },
  },
}))
