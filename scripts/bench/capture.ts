import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What a browser asks with. */
export const requestHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** An answer as it goes over the wire; `headers` alternates names and values. */
export type Captured = { path: string; status: number; headers: string[]; body: Buffer }

/** Node writes these into every answer by itself. */
const written = ['date', 'connection', 'keep-alive']

/** The answer at `path` of a site. Throws unless it is 200. */
export async function capture(
  url: string,
  path: string,
  headersSent: Record<string, string> = requestHeaders,
): Promise<Captured> {
  const [answer] = (await once(get(url + path, { headers: headersSent }), 'response')) as [IncomingMessage]
  const whole = await captured(path, answer)
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${whole.body}`)
  return whole
}

/** The answer as the bare server gives it again, whatever its status. */
export async function captured(path: string, answer: IncomingMessage): Promise<Captured> {
  const body = await buffer(answer)
  const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, at) =>
    answer.rawHeaders.slice(at * 2, at * 2 + 2),
  )
  const headers = pairs.filter(([name]) => !written.includes(name?.toLowerCase() ?? '')).flat()
  return { path, status: answer.statusCode ?? 0, headers, body }
}

/** A page of so many bytes that asks for nothing more, to compare with. */
export function pageOf(bytes: number): Captured {
  const [head, foot] = ['<!doctype html><html lang="en"><title>Bare</title><p>', '</p></html>']
  const body = Buffer.from(head + 'word '.repeat(bytes / 5).slice(head.length + foot.length) + foot)
  const headers = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)]
  return { path: '/', status: 200, headers, body }
}
