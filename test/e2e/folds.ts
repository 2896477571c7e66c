import type { Page } from '@playwright/test'

/** Opens a section that is folded to its heading, and returns it. */
export async function unfold(page: Page, name: string) {
  const section = page.getByRole('region', { name, exact: true })
  await section.getByRole('button', { name, exact: true }).click()
  return section
}
