import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { z } from 'zod'
import type { AnyOperation, Table } from '#core/operation.ts'
import { largestBody } from './bodies.ts'

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence to show to the person.' },
    code: { type: 'string' },
    issues: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `updatedAt` of what you change, as you read it, in double quotes. If it has changed since, nothing is saved and the answer is 409 with the code `changed`. Without this header, or with `*`, the change is applied to the current version.',
  schema: { type: 'string' },
  example: '"2026-11-23T15:30:00.000Z"',
}
const changed =
  'Not saved. With the code `changed`: someone has changed it since the `updatedAt` that `If-Match` names. Read it again, merge, and send `If-Match` with its new `updatedAt`. Other codes, such as `hidden`, say what else prevents the change.'

export function openApi(table: Table, site: { name: string; baseUrl: string; maxUploadBytes: number }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, rows] of Object.entries(table))
    for (const [name, row] of Object.entries(rows)) {
      const path = `/api${row.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeRow(tag, name, row, site.maxUploadBytes) }
    }
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: site.baseUrl }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}

function describeRow(tag: string, name: string, row: AnyOperation, maxUploadBytes: number) {
  const input = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as JsonObject
  const { $schema: _, ...answer } = z.toJSONSchema(row.output, { unrepresentable: 'any' }) as JsonObject
  const pathNames = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const fields = Object.entries(input.properties ?? {}).filter(([field]) => !pathNames.includes(field))
  const required = (input.required ?? []).filter((field) => !pathNames.includes(field))
  const inQuery = row.method === 'GET'
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: row.summary,
    description: `Permission: ${row.permission}.`,
    ...(row.permission === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...pathNames.map((field) => ({ name: field, in: 'path', required: true, schema: { type: 'string' } })),
      ...(inQuery
        ? fields.map(([field, schema]) => ({ name: field, in: 'query', required: required.includes(field), schema }))
        : []),
      ...(row.ifMatch ? [ifMatch] : []),
    ],
    ...(!inQuery &&
      fields.length > 0 && {
        requestBody: {
          description: `At most ${largestBody(row, row.permission !== 'public', maxUploadBytes)} bytes.`,
          ...jsonOf({ type: 'object', properties: Object.fromEntries(fields), required }),
        },
      }),
    responses: {
      [typeof row.status === 'function' ? '2XX' : (row.status ?? 200)]: { description: 'Done', ...jsonOf(answer) },
      ...(row.ifMatch && { 409: { description: changed, ...jsonOf({ $ref: '#/components/schemas/Error' }) } }),
      default: { description: 'Refused', ...jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

type JsonObject = { $schema?: string; properties?: Record<string, object>; required?: string[] }

function jsonOf(schema: object) {
  return { content: { 'application/json': { schema } } }
}

/** Returns a page that lists every operation and the permission it requires. */
export function apiDocs(table: Table, site: { name: string }): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | ${site.name}</title></head>
<body><main><h1>${site.name} API</h1>
<p>JSON over HTTP. Log in with <code>POST /api/auth/login</code> and send the token as <code>Authorization: Bearer …</code>.
The exact types are in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${Object.entries(table).map(
  ([room, rows]) =>
    html`<h2>${room}</h2><dl>${Object.values(rows).map(
      (row) => html`<dt><code>${row.method} /api${row.path}</code></dt>
<dd>${row.summary}. Permission: ${row.permission}.${row.legacy ? html` Also <code>?operation=${nameOf(row.legacy)}</code>.` : raw('')}</dd>`,
    )}</dl>`,
)}
</main></body></html>`
}

function nameOf(legacy: string | { name: string }) {
  return typeof legacy === 'string' ? legacy : legacy.name
}
