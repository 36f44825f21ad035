/** Any other address: a page of the site, and so with its name, which says that there is nothing. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function Nothing() {
  return null
}
