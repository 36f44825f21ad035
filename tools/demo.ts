import { renameSync, writeFileSync } from 'node:fs'
import { fill } from './demo/fill.ts'
import { accounts, type Site } from './demo/people.ts'
import { openDemo } from './demo/site.ts'
import { untilStopped } from './until-stopped.ts'

// This script starts a throwaway site in a temporary folder and fills it with artificial content of every kind. With the
// path of a file as its argument, it writes there how to reach the site, its people and its pages (test/filled-site.ts).

const [resultFile] = process.argv.slice(2)

await untilStopped(async (opened, signal) => {
  const site = await openDemo(opened, accounts.admin)
  const rows = Object.values(accounts).map(({ name, email, password }) => `  ${name.padEnd(16)}  ${email}  ${password}`)
  console.log(`The demo is at ${site.url}\nIt fills while you look. Log in as:\n${rows.join('\n')}`)
  console.log('Press Ctrl-C to stop the demo and delete its data.')
  const filled = await fillVisibly(site, signal)
  if (resultFile && filled) {
    writeFileSync(`${resultFile}.part`, JSON.stringify({ site, ...filled }))
    renameSync(`${resultFile}.part`, resultFile)
  }
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
})

/** Fills the site and shows the progress. A visitor can use what is there if something fails; a test can't. */
async function fillVisibly(site: Site, signal: AbortSignal) {
  let count = 0
  const { stdout } = process
  if (!stdout.isTTY) console.log('Filling the site…')
  try {
    return await fill(site, signal, () => stdout.isTTY && stdout.write(`\rFilling the site: ${++count} entries`))
  } catch (error) {
    if (resultFile || signal.aborted) throw error
    console.warn(`\nThe site isn’t filled completely: ${(error as Error).message}`)
  } finally {
    if (stdout.isTTY) stdout.write('\n')
    if (!signal.aborted) console.log('Pictures, recordings and videos appear in full within the next minutes.')
  }
}
