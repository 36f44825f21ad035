import { request } from 'node:http'
import { json } from 'node:stream/consumers'

export type Posted = { status: number; body: Record<string, unknown> }

/** Posts JSON over its own connection, like a separate client. Returns status 0 if no JSON comes back. */
export function postJson(url: string, input: object, token: string): Promise<Posted> {
  return new Promise((resolve) => {
    const body = Buffer.from(JSON.stringify(input))
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Bearer ${token}`,
    }
    const broken = () => resolve({ status: 0, body: {} })
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      json(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body: body as Posted['body'] }), broken)
    })
    sent.on('error', broken)
    sent.end(body)
  })
}
