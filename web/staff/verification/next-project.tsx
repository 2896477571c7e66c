import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'

/** Takes the next project that waits, also with the key N; after a decision it has the focus, so that Enter goes on. */
export function NextProject({ isDecided }: { isDecided: boolean }) {
  const fetcher = useFetcher<{ message?: string }>()
  const form = useRef<HTMLFormElement>(null)
  const { data } = fetcher
  useEffect(() => {
    if (isDecided) form.current?.querySelector('button')?.focus()
  }, [isDecided])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <fetcher.Form ref={form} method="post" action="/admin/verification" className="flex flex-col gap-2">
      <Button
        type="submit"
        tone={isDecided ? 'primary' : 'quiet'}
        wide
        pending={fetcher.state !== 'idle'}
        aria-keyshortcuts="n"
      >
        Next Project <kbd className="text-13 font-mono">N</kbd>
      </Button>
      <output className="text-14 text-quiet">{data?.message}</output>
    </fetcher.Form>
  )
}
