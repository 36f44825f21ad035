import { z } from 'zod'
import '#core/input/messages.ts'
import { line } from '#core/input/text.ts'
import { roles } from '#core/permission.ts'

const Role = z.enum(roles)

/** An account as admins see it. */
export const Member = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(Role),
  isPremium: z.boolean(),
  emailVerified: z.boolean(),
  admitted: z.boolean(),
  disabled: z.boolean(),
  disabledReason: z.string().nullable(),
  /** True if logging in requires more than the password. */
  secondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>
const Roles = z
  .array(Role)
  .max(20)
  .transform((list) => [...new Set(list)])

/**
 * Missing fields stay unchanged, except that a new role admits the account. Disabling requires a `reason`, which the
 * member sees when logging in. `rolesBefore`: the roles that the caller read, so that a role which another admin has
 * granted or removed since then stays as it is.
 */
export const MemberChange = z.object({
  id: z.uuid(),
  roles: Roles.optional(),
  rolesBefore: Roles.optional(),
  isPremium: z.boolean().optional(),
  disabled: z.boolean().optional(),
  reason: line(500).optional(),
  admitted: z.boolean().optional(),
})
