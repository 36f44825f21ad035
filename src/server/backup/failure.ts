/** A failed backup or restore, with a message for the person who runs the site. */
export class Failure extends Error {
  override name = 'Failure'
}

/** Thrown if a part or file of a backup is missing or doesn't match its hash. */
export class Damaged extends Failure {
  constructor(what: string) {
    super(`The backup is damaged: ${what} is missing or differs from what was written. Existing data was not changed.`)
  }
}

const messages: Record<string, string> = {
  ENOSPC: 'There is no space left. Free some space, or choose another place. Earlier backups are unchanged.',
  EDQUOT: 'There is no space left. Free some space, or choose another place. Earlier backups are unchanged.',
  EACCES: 'The user that runs the site can’t read or write there. Check the owner and the permissions.',
  EPERM: 'The user that runs the site can’t read or write there. Check the owner and the permissions.',
  no_room: 'There is not enough free space for a test restore in DATA_DIR. It needs about as much as the site takes.',
  /** PostgreSQL's code for a missing table. */
  '42P01': 'There is no site in this database yet. Start it once with npm start, or check DATABASE_URL.',
  EROFS: 'This place is read-only. Choose another one. Earlier backups are unchanged.',
}
const unreachable = /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EPIPE|EHOSTUNREACH|ENETUNREACH)/

/** Returns a message that says what went wrong and, for common causes, what to do. */
export function sentenceOf(error: unknown): string {
  const { code = '', name = '', message = '', $metadata } = error as Error & { code?: string; $metadata?: object }
  if (!code && ['Failure', 'Error', 'ConfigError'].includes(name)) return message
  if (messages[code]) return messages[code]
  if (unreachable.test(code) || name === 'TimeoutError')
    return 'The bucket or the database can’t be reached. Check the connection and try again.'
  if ($metadata) return `The bucket refused the request (${name}). Check its name, its keys and their permissions.`
  return `It failed: ${message || name}`
}
