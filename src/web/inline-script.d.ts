declare module '*?script' {
  /** The file and its imports as one minified classic script (vite.config.ts). */
  const code: string
  export default code
}
