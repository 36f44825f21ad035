/** Shows a text that an admin wrote about the site. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes it on every write (features/site)
  return <div className="prose gap-5" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
