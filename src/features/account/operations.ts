import { leaving } from './leaving/operations.ts'
import { password } from './password/operations.ts'
import { profile } from './profile/operations.ts'
import { push } from './push/operations.ts'
import { session } from './session/operations.ts'

/** What a person does with their own account, by the part of it. */
export const account = { ...session, ...password, ...profile, ...push, ...leaving }
