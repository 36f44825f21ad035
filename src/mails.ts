import type { MailKind } from '#accounts/mail-about.ts'
import { decisions } from '#content/entry/report/mail.ts'
import { commentMail } from '#content/media/comment/notify.ts'
import { failureMail } from '#content/media/copies/failure.ts'
import { voiceMail } from '#content/vocabulary/ask/mail.ts'
import { groupMails } from '#features/keepers/groups/mail.ts'
import { returnedMail } from '#features/keepers/queue/mail.ts'
import { damagedMail } from '#features/preservation/fixity/jobs.ts'
import { overdueMail } from '#features/preservation/health/jobs.ts'
import { orderMail } from '#features/shop/order/mail.ts'
import { sellingMail } from '#features/shop/seller/change.ts'

/** All kinds of email that are composed when they are sent. */
export const mails: readonly MailKind<object>[] = [
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
