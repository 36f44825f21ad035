/** A failed backup or restore, with one sentence for the person who runs the site. */
export class Failure extends Error {
  override name = 'Failure'
}

/** A part or file of a backup whose contents don't match its hash. */
export class Damaged extends Failure {
  constructor(what: string) {
    super(`The backup is damaged: ${what} is missing or not what it was when it was written. Nothing was changed.`)
  }
}

const messages: Record<string, string> = {
  ENOSPC: 'There is no room left at that place: free some, or name another. Earlier backups are as they were.',
  EDQUOT: 'There is no room left at that place: free some, or name another. Earlier backups are as they were.',
  EACCES: 'That place refuses to be read or written by the user that runs the site: see to its owner and rights.',
  EPERM: 'That place refuses to be read or written by the user that runs the site: see to its owner and rights.',
  EROFS: 'That place can only be read: name another. Earlier backups are as they were.',
}
const unreachable = /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EPIPE|EHOSTUNREACH|ENETUNREACH)/

/** Returns what went wrong as one sentence. */
export function sentenceOf(error: unknown): string {
  const { code = '', name = '', message = '', $metadata } = error as Error & { code?: string; $metadata?: object }
  if (!code && ['Failure', 'Error', 'ConfigError'].includes(name)) return message
  if (messages[code]) return messages[code]
  if (unreachable.test(code) || name === 'TimeoutError')
    return 'The bucket or the database can’t be reached: look at the connection and try again.'
  if ($metadata) return `The bucket refuses (${name}): look at its name, its keys and what they may do.`
  return `It failed: ${message || name}`
}
