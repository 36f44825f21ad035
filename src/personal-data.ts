import type { PersonalData } from '#accounts/personal-data.ts'
import { personalData as article } from '#content/article/personal-data.ts'
import { personalData as entry } from '#content/entry/personal-data.ts'
import { personalData as event } from '#content/event/personal-data.ts'
import { personalData as comment } from '#content/media/comment/personal-data.ts'
import { personalData as media } from '#content/media/personal-data.ts'
import { personalData as pronunciation } from '#content/vocabulary/pronunciation/personal-data.ts'
import { personalData as contact } from '#features/contact/personal-data.ts'
import { personalData as notification } from '#features/notifications/personal-data.ts'
import { personalData as shop } from '#features/shop/personal-data.ts'

/** The features that store personal data, in the order in which it is removed when a member deletes their account. */
export const personalData: PersonalData[] = [
  shop,
  contact,
  event,
  pronunciation,
  comment,
  media,
  entry,
  article,
  notification,
]
