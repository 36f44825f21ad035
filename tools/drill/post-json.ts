import { request } from 'node:http'

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
    const sent = request(url, { method: 'POST', headers, agent: false }, async (answer) => {
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) })
    })
    sent.on('error', () => resolve({ status: 0, body: {} }))
    sent.end(body)
  })
}
