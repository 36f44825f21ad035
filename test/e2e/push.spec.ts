import { ask, expect, register, signOut, test } from './site.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

/** Replaces the browser's push service, which tests can't use. The replacement is unreachable at first. */
function replacePushService() {
  let subscription: PushSubscription | null = null
  const endpoint = 'https://push.example.org/sample'
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async (options) => {
    if (!('reachable' in window)) throw new DOMException('no push service', 'AbortError')
    const key = options?.applicationServerKey as Uint8Array
    const unsubscribe = async () => {
      subscription = null
      return true
    }
    subscription = {
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe,
    } as never
    return subscription as unknown as PushSubscription
  }
}

test('push notifications are turned on for a device, shown one by one and then combined, and removed when the member logs out', async ({
  page,
  context,
  complaints,
}) => {
  await page.addInitScript(replacePushService)
  await register(page, { at: '/settings?tab=preferences' })
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active)
  const checkbox = page.getByRole('checkbox', { name: 'Push notifications' })
  await expect(checkbox).not.toBeChecked()
  await checkbox.check()
  await expect(page.getByText('Couldn’t check or change notifications on this device.')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { reachable: true }))
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(page.getByText('On for this device until you log out here.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Preferences saved.')).toBeVisible()
  expect((await ask<{ on: boolean }>(page, '/api/account/push')).on).toBe(true)

  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  // Reading the notifications while one is being shown makes Chromium forget it.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration
    const { showNotification } = prototype
    Object.assign(globalThis, { times: 0 })
    prototype.showNotification = async function (...args) {
      await showNotification.apply(this, args)
      Object.assign(globalThis, { times: (globalThis as unknown as { times: number }).times + 1 })
    }
  })
  let pushes = 0
  const push = async (data: string) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data })
    pushes++
    await expect.poll(() => worker?.evaluate(() => (globalThis as unknown as { times: number }).times)).toBe(pushes)
  }
  const notifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ body, data }) => `${body} ${data.path}`)
    })
  const note = (tag: string) =>
    JSON.stringify({ title: 'Sample site', body: `Sample line ${tag}`, path: `/${tag}`, tag, language: 'en' })
  await push(note('a'))
  await push('not what the site sends')
  await expect.poll(notifications).toEqual(['Sample line a /a', 'Something new for you /dashboard'])
  await push(note('a'))
  await push(note('b'))
  await expect.poll(async () => (await notifications()).length).toBe(3)
  await push(note('c'))
  await expect.poll(notifications).toEqual(['You have 4 new notifications /dashboard'])
  await push(note('d'))
  await expect.poll(notifications).toEqual(['You have 5 new notifications /dashboard'])

  await signOut(page)
  await expect.poll(notifications).toEqual([])
  expect(complaints).toEqual([])
})
