import { createBackup } from '#server/backup/create.ts'
import { openDestination } from '#server/backup/destination.ts'
import { sentenceOf } from '#server/backup/failure.ts'
import { formatSize } from '#server/backup/format-size.ts'
import { recordOutcome } from '#server/backup/outcome.ts'
import { openFinished, openRepository } from '#server/backup/repository.ts'
import { openSite } from '#server/backup/site.ts'
import { readConfig } from '#server/start/config.ts'
import { openStorage } from '#server/storage/storage.ts'
import { readArguments } from './lib/arguments.ts'

/**
 * Backs up the site to the given destination, or to BACKUP_TO: `backup.ts [folder or s3://bucket/prefix]`. The site
 * itself adds `--scheduled`: then earlier backups have to be there, so that none is made while their disk is not.
 */
async function main() {
  const { positionals, values } = readArguments({ allowPositionals: true, options: { scheduled: { type: 'boolean' } } })
  const config = readConfig()
  const to = positionals[0] ?? config.backup.to
  if (!to) throw new Error('Name a destination: npm run backup -- <folder or s3://bucket/prefix>, or set BACKUP_TO.')
  const site = await openSite(config)
  try {
    const outcome = await recordOutcome(
      site.url,
      'backup',
      async (isRepeated) => {
        const must = isRepeated && values.scheduled === true
        const open = must ? openFinished : openRepository
        const repository = await open(await openDestination(to, config.backup.s3, must), config.backup.passphrase)
        const files = await openStorage(config)
        const { keep } = config.backup
        return createBackup({ url: site.url, files, site: config.siteName, repository, keep })
      },
      ({ point, files, bytes, moved, missing }) => ({ at: point, files, bytes, moved, missing }),
    )
    const { point, files, bytes, moved, missing } = outcome
    console.log(
      `The backup of ${point} is complete. Files: ${files}. Size: ${formatSize(bytes)}. Copied: ${formatSize(moved)}.`,
    )
    if (missing) console.log(`Files left out, because they are missing or damaged in storage: ${missing}.`)
  } finally {
    await site.end()
  }
}

main().catch((error) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})
