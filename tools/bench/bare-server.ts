import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Captured } from './capture.ts'
import { answering } from './worker.ts'

// This baseline server does the least that Node needs to send the same bytes.

let answers = new Map<string, Captured>()
let fallback: Captured | undefined

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '') ?? fallback
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
})

answering(async (captured: Captured[]) => {
  answers = new Map(captured.map((answer) => [answer.path, answer]))
  fallback = captured[0]
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
