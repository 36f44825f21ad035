import { fill } from '../tools/demo/fill.ts'
import { accounts } from '../tools/demo/people.ts'
import { startSite } from './running-site.ts'

/** Starts a site to which the accounts of the demo (`npm run demo`) can be added. */
export function startDemoSite() {
  const { email, password } = accounts.admin
  return startSite(undefined, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
}

/** Starts a site and fills it like the demo, with public entries of every kind and variant. */
export async function startFilledSite() {
  const site = await startDemoSite()
  return { site, ...(await fill(site)) }
}
