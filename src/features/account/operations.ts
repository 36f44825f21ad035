import type { PersonalData } from '#accounts/personal-data.ts'
import { email } from './email/operations.ts'
import { leaving } from './leaving/operations.ts'
import { password } from './password/operations.ts'
import { profile } from './profile/operations.ts'
import { push } from './push/operations.ts'
import { secondFactor } from './second-factor/operations.ts'
import { session } from './session/operations.ts'

/** Operations of people on their own account, grouped by folder. */
export function account(rooms: PersonalData[]) {
  return { ...session, ...password, ...email, ...profile, ...push, ...leaving(rooms), ...secondFactor }
}
