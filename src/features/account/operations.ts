import type { PersonalData } from '#accounts/personal-data.ts'
import { email } from './email/operations.ts'
import { leaving } from './leaving/operations.ts'
import { password } from './password/operations.ts'
import { profile } from './profile/operations.ts'
import { push } from './push/operations.ts'
import { secondFactor } from './second-factor/operations.ts'
import { session } from './session/operations.ts'
import { unsubscribe } from './unsubscribe/operations.ts'

/**
 * Returns the operations with which people sign up, log in and manage their own account.
 * @param personalData the data about members that each feature stores
 */
export function account(personalData: PersonalData[]) {
  return {
    ...session,
    ...password,
    ...email,
    ...profile,
    ...push,
    ...leaving(personalData),
    ...secondFactor,
    ...unsubscribe,
  }
}
