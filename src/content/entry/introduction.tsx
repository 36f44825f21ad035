/** What keepers wrote to introduce a page of the archive; nothing where they wrote nothing. */
export function Introduction({ body }: { body: string | null }) {
  if (!body) return null
  return (
    <div className="wrap introduction">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server on every write (entry/html.ts) */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: body }} />
    </div>
  )
}
