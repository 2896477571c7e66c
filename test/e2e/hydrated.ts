import { expect, type Page } from '@playwright/test'

/** Waits until an opened page is hydrated, which its root shows with `data-hydrated`. */
export const hydrated = (page: Page) => expect(page.locator('html[data-hydrated]')).toBeAttached()
