import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveBag } from '#features/preservation/bag/contents.ts'
import { placeBag, topOf } from '#features/preservation/bag/place.ts'
import { isEmpty } from '#features/preservation/bag/queries.ts'
import { safeName } from '#features/preservation/bag/write.ts'
import { Failure } from '#server/backup/failure.ts'
import { readConfig, siteUrl } from '#server/start/config.ts'
import { siteOf, withStored } from '#server/start/services.ts'
import { openStorage } from '#server/storage/storage.ts'
import { readStoredSite } from '#src/site.ts'
import { readArguments } from './lib/arguments.ts'
import { withSite } from './lib/with-site.ts'

/** `bag.ts <folder or file.zip> [--section <name>]` exports all entries, whatever their visibility, or one section. */
await withSite(async ({ db }) => {
  const { positionals, values } = readArguments({ allowPositionals: true, options: { section: { type: 'string' } } })
  const [to] = positionals
  const { section } = values
  if (!to) throw new Failure('Name a folder or file: npm run bag -- <folder or file.zip> [--section <name>].')
  const config = readConfig()
  const site = withStored(siteOf(config, siteUrl(config)), await readStoredSite(db))
  if (section && (await isEmpty(db, { section })))
    throw new Failure(
      `There are no entries in “${section}”. Name a type (vocabulary, media …) or a section (ceremony, story …).`,
    )
  // In an existing folder, the bag gets a folder of its own.
  const target = await stat(to).catch(() => undefined)
  const day = new Date().toISOString().slice(0, 10)
  const path = target?.isDirectory() ? join(to, `${safeName(site.name)}-${section ?? 'archive'}-${day}`) : to
  const source = { db, storage: await openStorage(config), site }
  await placeBag(archiveBag(source, { section }, topOf(path)), path)
  console.log(`The bag is at ${path}. It contains entries that not everyone may see: store it as safely as a backup.`)
})
