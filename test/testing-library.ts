import { configure } from '@testing-library/dom'

/** Says in one line what was not found, and then what the page says instead. */
configure({
  // Like the limits of vitest.config.ts: it only ends what hangs.
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) => {
    const place = container.querySelector('main') ?? container
    return new Error(`${message?.split('\n')[0]}\n\nThe page says: ${place.textContent}`)
  },
})

/** Matches the label of a control with these words, with or without the star of a required one. */
export const labelled = (words: string) => new RegExp(`^${escaped(words)}\\*?$`)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
