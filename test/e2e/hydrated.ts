import { expect, type Page } from '@playwright/test'

/** Waits until the scripts of an opened page have taken over, as its root says with `data-hydrated`. */
export const hydrated = (page: Page) => expect(page.locator('html[data-hydrated]')).toBeAttached()
