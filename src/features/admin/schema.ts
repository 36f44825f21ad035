import { z } from 'zod'
import '#core/messages.ts'
import { Page, PageQuery } from '#core/page.ts'
import { roles } from '#core/permission.ts'
import { line, text } from '#core/text.ts'
import { checklistItems } from './checklist-items.ts'

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
  createdAt: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>
export const Members = Page(Member)

/** Newest first. `q` finds a part of the name or of the email; `status` those who wait or are disabled. */
export const MembersQuery = PageQuery.extend({
  q: text(200).default(''),
  role: z.preprocess((raw) => (raw === '' ? undefined : raw), Role.optional()),
  status: z.preprocess((raw) => (raw === '' ? undefined : raw), z.enum(['waiting', 'disabled']).optional()),
})

/** What is left out stays as it is. To disable takes a `reason`, which the member reads when signing in. */
export const MemberChange = z.object({
  id: z.uuid(),
  roles: z
    .array(Role)
    .max(20)
    .transform((list) => [...new Set(list)])
    .optional(),
  isPremium: z.boolean().optional(),
  disabled: z.boolean().optional(),
  reason: line(500).optional(),
  admitted: z.boolean().optional(),
})

/** To hand over on paper: valid once, on the reset page, until `expiresAt`. */
export const ResetCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() })

const Person = z.object({ id: z.uuid(), name: z.string() })

/** One act. `actor` is null for a guest, the system, or an account that is gone; `subject` when it is no account. */
export const AuditLine = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  actor: Person.nullable(),
  subjectId: z.uuid().nullable(),
  subject: Person.nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>
export const AuditLines = Page(AuditLine)

/** Newest first. `action` is a whole one ("account:login") or the part before its colon. */
export const AuditQuery = PageQuery.extend({
  action: text(60).default(''),
  actorId: z.preprocess((raw) => (raw === '' ? undefined : raw), z.uuid().optional()),
  subjectId: z.preprocess((raw) => (raw === '' ? undefined : raw), z.uuid().optional()),
})

const ChecklistItem = z.enum(checklistItems)

/** What an admin still has to see to on a new site. `confirmed` are the items an admin ticked. */
export const Checklist = z.object({
  siteName: z.string(),
  baseUrl: z.string(),
  https: z.boolean(),
  /** How mail leaves: by SMTP_URL, or as files in the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
  /** Mails that wait for the mail server, or lie in the outbox folder. */
  unsentMails: z.number().int(),
  membership: z.enum(['open', 'approval']),
  /** X-Forwarded-For arrives while TRUST_PROXY is 0: limits then count all callers as one. */
  proxyIgnored: z.boolean(),
  /** Whether the settings name a place for backups, and of when the latest is. */
  backup: z.object({ planned: z.boolean(), at: z.iso.datetime().nullable(), overdue: z.boolean() }),
  /** Without ffmpeg recordings and videos stay as they were sent. */
  ffmpegMissing: z.boolean(),
  /** Accounts that wait to be admitted. */
  waitingMembers: z.number().int(),
  confirmed: z.array(ChecklistItem),
})
export const ChecklistChange = z.object({ confirmed: z.array(ChecklistItem).max(20) })

export const TestMail = z.object({ success: z.literal(true), email: z.string() })
