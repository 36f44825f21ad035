import { createHash } from 'node:crypto'
import { claimFile } from '#content/media/claim.ts'
import { pictureAsLogo } from '#content/media/copies/decoding.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { storageKeyOf } from './queries.ts'
import { refusals } from './refusals.ts'

/**
 * Returns an uploaded picture as the site's logo, a square PNG without metadata. No entry uses the upload, so it is
 * deleted like any unused file. Throws Invalid with the path `logo` if there is no usable picture.
 */
export async function drawLogo(ctx: Context, url: string): Promise<{ logo: Buffer; logoHash: string }> {
  const key = await ctx.transaction(async (inside) => {
    const id = await claimFile(inside, url, { path: 'logo', kinds: ['image'] })
    return storageKeyOf(inside.db, id)
  })
  const logo = key && (await pictureAsLogo(() => ctx.storage.open(key)))
  if (!logo) throw new Invalid(undefined, [{ path: 'logo', message: refusals.unreadable }])
  return { logo, logoHash: createHash('sha256').update(logo).digest('hex').slice(0, 24) }
}
