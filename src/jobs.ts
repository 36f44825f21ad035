import type { MailKind } from '#accounts/mail-about.ts'
import { decisions } from '#content/entry/report/mail.ts'
import { jobs as event } from '#content/event/jobs.ts'
import { commentMail } from '#content/media/comment/notify.ts'
import { failureMail } from '#content/media/copies/failure.ts'
import { jobs as media } from '#content/media/jobs.ts'
import { voiceMail } from '#content/vocabulary/ask/mail.ts'
import type { Jobs } from '#core/context.ts'
import { jobs as account } from '#features/account/jobs.ts'
import { jobs as push } from '#features/account/push/jobs.ts'
import { jobs as analytics } from '#features/analytics/jobs.ts'
import { jobs as contact } from '#features/contact/jobs.ts'
import { jobs as films } from '#features/discovery/film/jobs.ts'
import { jobs as stamps } from '#features/discovery/stamps/jobs.ts'
import { jobs as imports } from '#features/import/jobs.ts'
import { groupMails } from '#features/keepers/groups/mail.ts'
import { returnedMail } from '#features/keepers/queue/mail.ts'
import { jobs as moderation } from '#features/moderation/jobs.ts'
import { jobs as notifications } from '#features/notifications/jobs.ts'
import { damagedMail, jobs as fixity } from '#features/preservation/fixity/jobs.ts'
import { jobs as health, overdueMail } from '#features/preservation/health/jobs.ts'
import { orderMail } from '#features/shop/order/mail.ts'
import { sellingMail } from '#features/shop/seller/change.ts'

/** All kinds of email that are composed when they are sent. */
const mails: readonly MailKind<object>[] = [
  ...Object.values<MailKind<object>>(decisions),
  ...groupMails,
  commentMail,
  failureMail,
  returnedMail,
  damagedMail,
  overdueMail,
  orderMail,
  sellingMail,
  voiceMail,
]

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
