import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Request headers of a browser. */
export const requestHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A recorded answer; `headers` alternates names and values. */
export type Captured = { path: string; status: number; headers: string[]; body: Buffer }

/** Headers that Node adds to every answer. */
const addedHeaders = ['date', 'connection', 'keep-alive']

/** Returns a site's answer at `path`. Throws unless its status is 200. */
export async function capture(
  url: string,
  path: string,
  headersSent: Record<string, string> = requestHeaders,
): Promise<Captured> {
  const [answer] = (await once(get(url + path, { headers: headersSent }), 'response')) as [IncomingMessage]
  const capture = await captured(path, answer)
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${capture.body}`)
  return capture
}

/** Returns an answer, whatever its status, in the form that `bare-server.ts` sends again. */
export async function captured(path: string, answer: IncomingMessage): Promise<Captured> {
  const body = await buffer(answer)
  const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, at) =>
    answer.rawHeaders.slice(at * 2, at * 2 + 2),
  )
  const headers = pairs.filter(([name]) => !addedHeaders.includes(name?.toLowerCase() ?? '')).flat()
  return { path, status: answer.statusCode ?? 0, headers, body }
}

/** Returns a page of that many bytes that loads nothing else, for comparison. */
export function pageOf(bytes: number): Captured {
  const [head, foot] = ['<!doctype html><html lang="en"><title>Bare</title><p>', '</p></html>']
  const body = Buffer.from(head + 'word '.repeat(bytes / 5).slice(head.length + foot.length) + foot)
  const headers = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)]
  return { path: '/', status: 200, headers, body }
}
