import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// This is the last step of a build. It copies the reading script and the workers into the client's folder, shortens the
// route map, and compresses every text file there at the highest level. The server sends the smallest encoding that a
// browser accepts.

const client = 'build/client'
rmSync(`${client}/reading`, { recursive: true, force: true })
cpSync('.react-router/reading', `${client}/reading`, { recursive: true })
rmSync(`${client}/reading/manifest.json`)
cpSync('.react-router/offline', client, { recursive: true })

// Only the server uses the list of what each page imports, and it has its own. It is two thirds of the browser's map.
for (const file of globSync(`${client}/assets/manifest-*.js`)) {
  const [name, map] = readFileSync(file, 'utf8').split(/(?<==)(?=\{)/) as [string, string]
  const { routes, ...rest } = JSON.parse(map.slice(0, -1)) as { routes: Record<string, { imports?: string[] }> }
  for (const route of Object.values(routes)) delete route.imports
  write(file, Buffer.from(`${name}${JSON.stringify({ ...rest, routes })};`))
}

for (const file of globSync(`${client}/**/*.{js,css,svg,json,webmanifest,txt}`)) {
  const bytes = readFileSync(file)
  write(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  write(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

function write(file: string, bytes: Buffer) {
  writeFileSync(`${file}.draft`, bytes)
  renameSync(`${file}.draft`, file)
}
