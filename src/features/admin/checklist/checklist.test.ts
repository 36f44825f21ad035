import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { FirstSteps } from './checklist.tsx'

const site = {
  ...{ confirmed: [], siteName: 'Test Heritage', https: true, baseUrl: 'https://site.test' },
  ...{ mail: 'smtp', unsentMails: 0, unconfirmedMembers: 0, backup: { planned: true, at: null } },
  ...{ secondFactor: { people: 3, without: 0 }, ffmpegMissing: false, diskLow: null },
}

/** Returns the setup list of a site as the admin's page shows it. */
function shown(state: object): string {
  const client = new QueryClient()
  client.setQueryData(['checklist'], { ...site, ...state })
  const steps = createElement(FirstSteps, { onKnown() {} })
  const page = createElement(MemoryRouter, null, createElement(QueryClientProvider, { client }, steps))
  return renderToStaticMarkup(page).replace(/<[^>]+>/g, ' ')
}

test('a site without a mail server is told that nobody can confirm an email', () => {
  const sentence = 'Until email works, nobody can confirm their email'
  expect(shown({ mail: 'outbox', unsentMails: 2 })).toContain(sentence)
  expect(shown({})).not.toContain(sentence)
})

test('a second factor is recommended, with the number of admins and keepers who have none', () => {
  expect(shown({})).toContain('All admins and keepers use it.')
  const page = shown({ secondFactor: { people: 3, without: 2 } })
  expect(page).toContain('2 of 3 admins and keepers log in with just a password. Set REQUIRE_MFA to require')
  expect(page).toContain('Set it up for your account')
})
