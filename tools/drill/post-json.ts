import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Posted = { status: number; body: Record<string, unknown> }

/** Posts JSON over its own connection, like a separate client. Returns status 0 if the connection breaks. */
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
      text(answer).then((json) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(json) }), broken)
    })
    sent.on('error', broken)
    sent.end(body)
  })
}
