import { jobs as event } from '#content/event/jobs.ts'
import { jobs as media } from '#content/media/jobs.ts'
import type { Jobs } from '#core/context.ts'
import { jobs as account } from '#features/account/jobs.ts'
import { jobs as push } from '#features/account/push/jobs.ts'
import { jobs as analytics } from '#features/analytics/jobs.ts'
import { jobs as contact } from '#features/contact/jobs.ts'
import { jobs as films } from '#features/discovery/film/jobs.ts'
import { jobs as stamps } from '#features/discovery/stamps/jobs.ts'
import { jobs as imports } from '#features/import/jobs.ts'
import { jobs as moderation } from '#features/moderation/jobs.ts'
import { jobs as notifications } from '#features/notifications/jobs.ts'
import { jobs as fixity } from '#features/preservation/fixity/jobs.ts'
import { jobs as health } from '#features/preservation/health/jobs.ts'
import { mails } from './mails.ts'

export const jobs: Jobs = {
  ...account(mails),
  ...health,
  ...contact,
  ...event,
  ...analytics,
  ...films,
  ...fixity,
  ...imports,
  ...media,
  ...moderation,
  ...notifications,
  ...push,
  ...stamps,
}
