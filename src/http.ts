import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Site } from '#core/context.ts'
import { text as home } from '#features/home/page/text.ts'
import { readLogo } from '#features/site/queries.ts'
import { language } from '#text/language.ts'

// These are the routes besides operations and pages. `server/http/app.ts` mounts them.
export { eventApp } from '#content/event/http.ts'
export { filesApp } from '#content/media/serve/http.ts'
export { exportApp } from '#features/account/leaving/http.ts'
export { harvestApp } from '#features/discovery/http.ts'
export { exportsApp } from '#features/export/http.ts'
export { importApp } from '#features/import/http.ts'
export { bagApp } from '#features/preservation/bag/http.ts'
export { shopApp } from '#features/shop/http.ts'
export { siteApp } from '#features/site/http.ts'

/** The site's part of preview pictures: its slogan (on pages that show no entry) and its logo. */
export const siteCard = {
  slogan: (site: Site) => site.texts[language()]?.welcomeTitle ?? home.home.title,
  async logo(db: NodePgDatabase, { logo }: Site): Promise<Buffer | undefined> {
    const hash = logo && /(\w+)\.png$/.exec(logo)?.[1]
    return hash ? readLogo(db, hash) : undefined
  },
}
