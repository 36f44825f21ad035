import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Table } from '#core/operation.ts'

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
