import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// This is the last step of a build. It copies the reading script and the workers into the client's folder, and
// compresses every text file there at the highest level. The server sends the smallest encoding that a browser accepts.

const client = 'build/client'
rmSync(`${client}/reading`, { recursive: true, force: true })
cpSync('.react-router/reading', `${client}/reading`, { recursive: true })
rmSync(`${client}/reading/manifest.json`)
cpSync('.react-router/offline', client, { recursive: true })

for (const file of globSync(`${client}/**/*.{js,css,svg,json,webmanifest,txt}`)) {
  const bytes = readFileSync(file)
  write(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  write(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

function write(file: string, bytes: Buffer) {
  writeFileSync(`${file}.draft`, bytes)
  renameSync(`${file}.draft`, file)
}
