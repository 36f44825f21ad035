import { ProfilePage } from '#features/account/profile/profile.tsx'
import { text } from '#features/account/text.ts'
import { Agreements } from '#features/consent/own-consents.tsx'
import { OwnGroups } from '#features/keepers/groups/own-groups.tsx'
import { titled } from '#web/head.ts'

export const meta = titled(() => text.profile.title)

export default function Profile() {
  return (
    <ProfilePage>
      <OwnGroups />
      <Agreements />
    </ProfilePage>
  )
}
