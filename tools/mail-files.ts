import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type ReceivedMail = {
  to: string
  subject: string
  /** The decoded plain text. */
  text: string
  /** The token in its link. */
  token: string | undefined
  raw: string
}

/** Returns the mail files of a site that sends none, oldest first. */
export function readMailFiles(folder: string): ReceivedMail[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
}

/** Parses an email into its recipient, subject, plain text and the token of its link. */
export function readMail(raw: string): ReceivedMail {
  const lines = raw.replaceAll('\r\n', '\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1] ?? ''
  const [, head = '', body = ''] = /Content-Type: text\/plain([\s\S]*?)\n\n([\s\S]*?)\n--/.exec(lines) ?? []
  const text = /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : unquoted(body)
  return { to: header('To'), subject: header('Subject'), text, token: /token=([\w-]+)/.exec(text)?.[1], raw }
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
