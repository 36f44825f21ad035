import { jobs as event } from '#content/event/jobs.ts'
import { jobs as media } from '#content/media/jobs.ts'
import type { Jobs } from '#core/context.ts'
import { jobs as account } from '#features/account/jobs.ts'
import { jobs as push } from '#features/account/push/jobs.ts'
import { jobs as care } from '#features/care/jobs.ts'
import { jobs as figures } from '#features/figures/jobs.ts'
import { jobs as imports } from '#features/import/jobs.ts'
import { jobs as fixity } from '#features/preservation/fixity/jobs.ts'

/** Every job of every room, by name. */
export const jobs: Jobs = { ...account, ...care, ...event, ...figures, ...fixity, ...imports, ...media, ...push }
