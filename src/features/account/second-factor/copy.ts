import { notify } from '#web/notifications.ts'

/** Copies a text and confirms it. Without a clipboard (plain HTTP) it shows the text to copy by hand. */
export async function copyText(value: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    notify.success(done)
  } catch {
    notify.info(value, { timeout: false })
  }
}
