import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Records a second of sound from the fake microphone in the field with this name. */
export async function record(page: Page, field: string): Promise<void> {
  const group = page.getByRole('group', { name: field })
  await group.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await group.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(group.getByText('Your recording', { exact: true })).toBeVisible()
}
