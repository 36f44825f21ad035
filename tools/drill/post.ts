/** Posts JSON as a member. */
export function post(
  url: string,
  path: string,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  })
}

export const article = (title: string) => ({
  title,
  category: 'Culture',
  content: '<p>Drill</p>',
  visibility: 'public',
})
