import { defineConfig } from 'vite'

/** Builds the programs of child processes, each as one file, which starts twice as fast as its source. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['sharp'] },
  build: {
    ssr: true,
    outDir: 'build/children',
    minify: true,
    rolldownOptions: {
      input: ['cleaner', 'decoder'].map((name) => `src/content/media/copies/${name}.ts`),
    },
  },
})
