import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBucket, openDestination } from '#server/backup/destination.ts'
import { Failure, sentenceOf } from '#server/backup/failure.ts'
import { formatSize } from '#server/backup/format-size.ts'
import { recordOutcome } from '#server/backup/outcome.ts'
import { type Removals, readLedgerFile } from '#server/backup/removals.ts'
import { openFinished, type Repository } from '#server/backup/repository.ts'
import { chooseBackup, drill, oneDrill, type Restored, restoreBackup } from '#server/backup/restore.ts'
import { openEmpty, openSite } from '#server/backup/site.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { openStorage } from '#server/storage/storage.ts'
import { readArguments } from './lib/arguments.ts'

const options = { drill: { type: 'boolean' }, at: { type: 'string' }, ledger: { type: 'string' } } as const

/**
 * Restores a backup (`restore.ts <from> [--at <time>] [--ledger <file or place>]`), or only tests one
 * (`restore.ts --drill [from]`).
 */
async function main() {
  const { positionals, values } = readArguments({ allowPositionals: true, options })
  const config = readConfig()
  const from = positionals[0] ?? (values.drill ? config.backup.to : undefined)
  if (!from) throw new Failure('Name the backup: npm run restore -- <folder or s3://bucket/prefix>.')
  if (values.at && Number.isNaN(Date.parse(values.at)))
    throw new Failure('Write the time as 2026-11-21 or 2026-11-21T22:00:00Z.')
  const repository = await openFrom(from, config)
  const manifest = await chooseBackup(repository, values.at ? new Date(values.at) : undefined)
  const onReading = () => console.log(`Reading the whole backup of ${manifest.point} first…`)
  if (values.drill) {
    onReading()
    return testRestore(config, repository, manifest)
  }
  const newest = await chooseBackup(repository)
  const removals: Removals[] = newest.point === manifest.point ? [] : [{ repository, manifest: newest }]
  if (values.ledger) removals.push(await readRemovals(values.ledger, config))
  const target = await openEmpty(config)
  try {
    const files = await openStorage(config)
    const restored = await restoreBackup({ repository, manifest, url: target.url, files, removals, onReading })
    report('The restore is complete.', restored)
    console.log('Everyone has to log in again. Start the site with npm start. It then makes small copies of the files.')
  } finally {
    await target.end()
  }
}

async function openFrom(from: string, { backup }: Config): Promise<Repository> {
  return openFinished(await openDestination(from, backup.s3, true), backup.passphrase)
}

async function readRemovals(path: string, config: Config): Promise<Removals> {
  if (!isBucket(path) && !existsSync(join(path, 'manifests'))) return readLedgerFile(path)
  const repository = await openFrom(path, config)
  return { repository, manifest: await chooseBackup(repository) }
}

/** Restores a backup as a test. If a site is available, records the outcome there for its admins. */
async function testRestore(config: Config, repository: Repository, manifest: Awaited<ReturnType<typeof chooseBackup>>) {
  const folder = join(config.dataDir, 'drill')
  const work = () => drill(repository, manifest, folder)
  const site = await openSite(config).catch(() => undefined)
  try {
    const result = site
      ? await oneDrill(site.url, () =>
          recordOutcome(site.url, 'drill', work, ({ files, bytes, missing }) => ({
            at: new Date().toISOString(),
            files,
            bytes,
            moved: 0,
            missing,
          })),
        )
      : await work()
    report('The test restore succeeded, and what it restored was deleted.', result)
  } finally {
    await site?.end()
  }
}

function report(what: string, { tables, rows, files, bytes, removed, missing }: Restored) {
  console.log(
    `${what} Tables: ${tables}. Rows: ${rows}. Files: ${files}. Size: ${formatSize(bytes)}. All data matches.`,
  )
  if (removed) console.log(`Entries left out, because they were deleted or withdrawn later: ${removed}.`)
  if (missing) console.log(`Files that were already missing or damaged when this backup was made: ${missing}.`)
}

main().catch((error) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})
