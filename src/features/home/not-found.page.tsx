/** Answers every address that no other page matches with the site's 404 page. */
export function loader() {
  throw new Response(null, { status: 404 })
}

export default function Nothing() {
  return null
}
