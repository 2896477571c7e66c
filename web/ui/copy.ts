import { notify } from './notices.tsx'

/** Copies a text to the clipboard and says `done`, or how to copy it where the browser does not let us. */
export async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) notify(done, { tone: 'done' })
  else notify('This browser does not let us copy. Select it and copy it yourself.', { tone: 'failed' })
}

/**
 * Copies a text to the clipboard and resolves with whether that worked. Over plain http browsers support execCommand
 * only.
 */
async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copyBySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put, { once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', put)
  return copied
}
