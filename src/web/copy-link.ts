import { notify } from './notifications.ts'

/** Copies the address of a page of the site and says so; without a clipboard (plain http) shows it to copy by hand. */
export async function copyLink(path: string, copied: string): Promise<void> {
  const address = location.origin + path
  try {
    await navigator.clipboard.writeText(address)
    notify.success(copied)
  } catch {
    notify.info(address, { timeout: false })
  }
}
