/** The keepers' introduction to an archive page. Renders nothing if there is none. */
export function Introduction({ body }: { body: string | null }) {
  if (!body) return null
  return (
    <div className="wrap introduction">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server on every write (write/html.ts) */}
      <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: body }} />
    </div>
  )
}
