import { parseArgs } from 'node:util'
import { sentenceOf } from '#server/backup/failure.ts'
import { noted } from '#server/backup/note.ts'
import { openPlace } from '#server/backup/place.ts'
import { openRepository } from '#server/backup/repository.ts'
import { amount } from '#server/backup/say.ts'
import { openSite } from '#server/backup/site.ts'
import { takeBackup } from '#server/backup/take.ts'
import { readConfig } from '#server/config.ts'
import { openStorage } from '#server/storage.ts'

/** `backup.ts [folder or s3://bucket/prefix]`: without one, where BACKUP_TO says. */
async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig()
  const to = positionals[0] ?? config.backup.to
  if (!to) throw new Error('Name a place: npm run backup -- <folder or s3://bucket/prefix>, or set BACKUP_TO.')
  const site = await openSite(config)
  try {
    const taken = await noted(
      site.url,
      'backup',
      async () => {
        const repository = await openRepository(await openPlace(to, config.backup.s3, false), config.backup.passphrase)
        const files = await openStorage(config)
        const { keep } = config.backup
        return takeBackup({ url: site.url, files, site: config.siteName, repository, keep })
      },
      ({ point, files, bytes, moved, missing }) => ({ at: point, files, bytes, moved, missing }),
    )
    const { point, files, bytes, moved, missing } = taken
    console.log(`The backup of ${point} is whole: ${files} files, ${amount(bytes)}; ${amount(moved)} had to be moved.`)
    if (missing)
      console.log(`${missing} files that the database names are gone or damaged in storage: they are not in it.`)
  } finally {
    await site.end()
  }
}

main().catch((error) => {
  console.error(sentenceOf(error))
  process.exitCode = 1
})
