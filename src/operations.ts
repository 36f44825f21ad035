import { content } from '#content/registry.ts'
import { account } from '#features/account/operations.ts'
import { admin } from '#features/admin/operations.ts'
import { home } from '#features/home/operations.ts'

/** The whole table: what the API can do. */
export const operations = { ...content, account, admin, home }
export type Operations = typeof operations
