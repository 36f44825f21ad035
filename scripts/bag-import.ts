import { importBag } from '#features/preservation/bag/import/import.ts'
import { Failure } from '#server/backup/failure.ts'
import { inTransaction } from '#server/http/context.ts'
import { readConfig } from '#server/start/config.ts'
import { openStorage } from '#server/storage/storage.ts'
import { readArguments } from './lib/arguments.ts'
import { withSite } from './lib/with-site.ts'

/** `bag-import.ts <folder or file.zip>` imports a bag from another site of this software, or one of plain files. */
await withSite(async ({ db }) => {
  const [from] = readArguments({ allowPositionals: true }).positionals
  if (!from) throw new Failure('Name the bag: npm run bag:import -- <folder or file.zip>.')
  const storage = await openStorage(readConfig())
  const services = { db, onContentChanged() {} }
  const transaction: Parameters<typeof importBag>[0]['transaction'] = (work) => inTransaction(services, work)
  const { added, alreadyHere, keptAway, notTaken } = await importBag({ db, storage, transaction }, from)
  console.log(`Added: ${added}. Already here: ${alreadyHere}.`)
  if (keptAway) console.log(`Skipped because they were deleted or withdrawn here: ${keptAway}.`)
  if (notTaken.length)
    console.log(`Skipped because they aren’t pictures, recordings or videos:\n  ${notTaken.join('\n  ')}`)
})
