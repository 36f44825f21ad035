import type { Page } from '@playwright/test'
import { composerForms } from './every-form.ts'
import { long } from './long.ts'
import { ask, expect, logIn, post, register, send, test } from './site.ts'

// Submitting an empty form marks every missing field with its message and focuses the first.

// The tests open many pages, which takes a long time on a slow computer.
test.setTimeout(240_000)

type EmptyForm = {
  name: string
  /** Opens the empty form; omitted if the page shows the form. */
  open?: (page: Page) => Promise<unknown>
  path: string
  /** Label of the submit button. */
  button: string | RegExp
  /** Labels of the required fields, in page order. */
  fields: string[]
}

/** Returns the invalid fields' labels in page order, how many lack a message, and whether the first has the focus. */
function invalidFields(page: Page) {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')]
    const [first] = fields
    return {
      labels: fields.map((field) => {
        const labelElement = document.getElementById(field.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')
        const group = field.type === 'checkbox' ? field.closest('fieldset') : field
        const label = labelElement ?? group?.querySelector('legend') ?? field.labels?.[0]
        return label?.firstChild?.textContent?.trim() ?? field.ariaLabel ?? field.outerHTML
      }),
      unexplained: fields.filter(
        (field) =>
          !(field.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .some((id) => document.getElementById(id)?.matches('.err') && document.getElementById(id)?.textContent),
      ).length,
      focused: first !== undefined && (first === document.activeElement || first.contains(document.activeElement)),
    }
  })
}

async function pressEmpty(page: Page, { name, path, open, button, fields }: EmptyForm) {
  if (new URL(page.url()).pathname !== path) await page.goto(path)
  await open?.(page)
  const dialog = page.getByRole('dialog')
  const form = (await dialog.count()) > 0 ? dialog : page
  await form.getByRole('button', { name: button, ...(typeof button === 'string' && { exact: true }) }).click()
  const distinct = async () => {
    const { labels, ...rest } = await invalidFields(page)
    return { labels: [...new Set(labels)], ...rest }
  }
  await expect.soft.poll(distinct, name).toEqual({ labels: fields, unexplained: 0, focused: true })
}

const gates: EmptyForm[] = [
  {
    name: 'registration',
    path: '/register',
    button: 'Sign up',
    fields: ['Full name', 'Email', 'Password', 'Confirm password'],
  },
  { name: 'login', path: '/login', button: 'Log in', fields: ['Email', 'Password'] },
  { name: 'a forgotten password', path: '/forgot-password', button: 'Reset Password', fields: ['Email'] },
  {
    name: 'a new password',
    path: '/reset-password',
    button: 'Save password',
    fields: ['Code from an admin', 'New password', 'Confirm new password'],
  },
]

test('an empty form for guests marks its missing fields', async ({ page }) => {
  for (const form of gates) {
    await page.goto(form.path)
    await page.waitForLoadState('networkidle')
    await pressEmpty(page, form)
  }
})

const clear =
  (...labels: string[]) =>
  async (page: Page) => {
    for (const label of labels) await page.getByLabel(label, { exact: true }).fill('')
  }

long('an empty form for members marks its missing fields', async ({ page }) => {
  page.setDefaultTimeout(15_000)
  await register(page, { name: 'Sample Member' })
  const event = await send(page, '/api/events', {
    title: 'Sample event title',
    type: 'in-person',
    category: 'community',
    location: 'Sample location',
    startDate: new Date(Date.now() + 600_000_000).toISOString(),
    endDate: new Date(Date.now() + 600_000_000).toISOString(),
    description: 'Sample description.',
  })
  const forms: EmptyForm[] = [
    {
      name: 'preferences',
      path: '/settings',
      async open(page) {
        await page.goto('/settings?tab=preferences')
        await clear('Items per page')(page)
      },
      button: 'Save Changes',
      fields: ['Items per page'],
    },
    {
      name: 'the profile',
      path: '/profile',
      open: clear('First name', 'Last name', 'Email'),
      button: 'Save Changes',
      fields: ['First name', 'Last name', 'Email', 'Current password'],
    },
    {
      name: 'deleting the account',
      path: '/settings',
      async open(page) {
        await page.goto('/settings')
        await page.getByRole('button', { name: 'Delete my account' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
      button: 'Delete my account',
      fields: ['Your password'],
    },
    {
      name: 'registering for an event',
      path: `/dashboard/events/${event.id}`,
      async open(page) {
        await page.getByRole('button', { name: 'Register' }).click()
        await clear('Full Name', 'Email', 'Phone Number')(page)
      },
      button: 'Register',
      fields: ['Full Name', 'Email', 'Phone Number'],
    },
    { name: 'a request to sell', path: '/seller/dashboard', button: 'Ask to sell', fields: ['What do you make?'] },
  ]
  for (const form of forms) await pressEmpty(page, form)
})

long('an empty form for entries, stories, reports or keepers marks its missing fields', async ({ page }) => {
  page.setDefaultTimeout(15_000)
  await logIn(page)
  const required: Record<string, string[]> = {
    article: ['Title', 'Content'],
    event: ['Title', 'Location', 'Start', 'End', 'Description'],
    word: ['Word in Marakwet', 'Translation'],
    poem: ['Title', 'Poem'],
    proverb: ['Proverb'],
    story: ['In your own words'],
    'heritage entry': ['Title'],
    artifact: ['Name'],
    'conservation record': ['Title'],
    product: ['Name', 'Price in KES'],
  }
  for (const { kind, path, button } of composerForms)
    await pressEmpty(page, { name: kind, path, button, fields: required[kind] ?? [] })
  const article = await post(page, { title: 'Sample title' })
  const { items } = await ask<{ items: { id: string }[] }>(page, '/api/vocabulary?limit=1')
  const forms: EmptyForm[] = [
    {
      name: 'a recording',
      path: '/contribute/media',
      button: 'Publish',
      fields: ['Picture, video or recording', 'Title'],
    },
    {
      name: 'a voice',
      path: `/contribute/linguistics/${items[0]?.id}`,
      button: 'Add recording',
      fields: ['Pronunciation'],
    },
    {
      name: 'a report',
      path: `/contribute/report`,
      open: (page) => page.goto(`/contribute/report?entry=${article.id}`),
      button: 'Send report',
      fields: ['What’s wrong?'],
    },
    {
      name: 'a permission',
      path: `/dashboard/consents/${article.id}`,
      open: (page) => page.getByRole('button', { name: 'Add permission' }).click(),
      button: 'Save permission',
      fields: ['People who are heard or seen', 'Who gave the permission', 'What it can be used for'],
    },
    {
      name: 'a group',
      path: '/dashboard/keepers/groups',
      open: (page) => page.getByRole('button', { name: 'Create group' }).click(),
      button: 'Save group',
      fields: ['Name'],
    },
    {
      name: 'letters',
      path: '/dashboard/keepers/letters',
      open: clear('Letters in order'),
      button: 'Save alphabet',
      fields: ['Letters in order'],
    },
  ]
  for (const form of forms) await pressEmpty(page, form)
})
