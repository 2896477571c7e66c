import { useEffect, useRef } from 'react'

/**
 * The attributes of a lasting region that screen readers read out: the notices of the document, and an empty one in
 * each open dialog, because nothing outside an open dialog is read out.
 */
export const announcer = { role: 'status', 'aria-atomic': false, 'data-announcer': '' } as const

/**
 * Has screen readers read out a text, once: not what was said a moment ago, and not what has the focus and is read out
 * anyway. The words come into a region that was there before them, with `inDialog` only into that of an open dialog,
 * and go with it.
 */
export function announce(text: string, { inDialog = false } = {}): void {
  if (!text) return
  const now = Date.now()
  if (text === last.text && now - last.time < repeatMs) return
  last = { text, time: now }
  setTimeout(() => {
    const dialog = openDialog()
    if (document.activeElement?.textContent === text || (inDialog && !dialog)) return
    const words = document.createElement('p')
    words.className = 'sr-only'
    words.textContent = text
    regionIn(dialog)?.append(words)
    dialog?.addEventListener('close', () => words.remove(), { once: true })
    setTimeout(() => words.remove(), keptMs)
  }, settlingMs)
}

let last = { text: '', time: 0 }

/** The time in which a repeated text counts as the same, in milliseconds. */
const repeatMs = 1000

/** The time in which dialogs close and the focus moves after what somebody did, in milliseconds. */
const settlingMs = 150

/** The time after which nobody finds the words any more who reads on through the page, in milliseconds. */
const keptMs = 4000

/** Returns the uppermost open dialog, outside which nothing is read out or pressed; undefined without one. */
const openDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1)

const regionIn = (dialog: Element | null = null) =>
  [...document.querySelectorAll('[data-announcer]')].find((one) => one.closest('dialog') === dialog)

/**
 * Announces a text when it has changed while the component is shown, and stays so for `pauseMs` milliseconds; not the
 * first one, which comes with its page.
 */
export function useAnnouncement(text: string, pauseMs = 0): void {
  const said = useRef(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (said.current !== text) announce(text)
      said.current = text
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
}

/** Announces what is loading while `text` is given, if it takes a moment; of several at once, the innermost. */
export function useLoadingAnnouncement(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return undefined
    clearTimeout(loading)
    const own = (loading = setTimeout(() => announce(text), loadingMs))
    return () => clearTimeout(own)
  }, [text])
}

let loading: ReturnType<typeof setTimeout>

/** The time that loading takes before it is worth a word, in milliseconds. */
const loadingMs = 600
