export { hasPasskeys } from '#src/reading/passkeys.ts'
