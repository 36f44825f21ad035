import type { Hono } from 'hono'
import { expect } from 'vitest'

// A client of the tus protocol, which sends a file in pieces.

type Asker = Pick<Hono, 'request'>

export const tusHeaders = { 'tus-resumable': '1.0.0' }

/** Sends bytes from `offset` on. */
export function patch(
  app: Asker,
  url: string,
  offset: number,
  body: Buffer | ReadableStream,
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  return app.request(url, {
    method: 'PATCH',
    body: body as BodyInit,
    headers: {
      ...tusHeaders,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
}

/** Returns how many bytes have arrived. */
export async function offsetOf(app: Asker, url: string): Promise<number> {
  const answer = await app.request(url, { method: 'HEAD', headers: tusHeaders })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return Number(answer.headers.get('upload-offset'))
}
