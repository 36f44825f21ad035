const password = 'a password of the bench'
const people = {
  member: { name: 'Bench member', email: 'member@bench.test', password },
  reader: { name: 'Bench reader', email: 'reader@bench.test', password },
  admin: { name: 'Bench admin', email: 'admin@bench.test', password },
}

/** Settings that create the admin when the site starts. */
export const adminSettings = { ADMIN_EMAIL: people.admin.email, ADMIN_PASSWORD: password }

/** Starts a session and returns it as a browser stores it; `register` creates the account. */
export async function enter(
  url: string,
  by: 'login' | 'register',
  who: keyof typeof people = 'member',
): Promise<{ token: string; user: object }> {
  const answer = await fetch(`${url}/api/auth/${by}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(by === 'login' ? { email: people[who].email, password } : people[who]),
  })
  const body = (await answer.json()) as { token: string; user: object; error?: string }
  if (!body.token) throw new Error(`${by} was refused with ${answer.status}: ${body.error}`)
  return body
}
