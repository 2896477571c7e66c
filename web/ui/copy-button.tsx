import { useState } from 'react'

import { Button, type ButtonProps } from './button.tsx'
import { FailureBelow } from './failure.tsx'
import { Icon } from './icon.tsx'
import { notify, notifyFailure } from './notices.tsx'

/** A button that copies a text to the clipboard and says `done`, or how to copy it where the browser does not let us. */
export function CopyButton({ text, done, ...look }: CopyButtonProps) {
  const [failure, setFailure] = useState<string>()
  const copy = async () => {
    setFailure(undefined)
    if (await copyText(text)) return notify(done, { tone: 'done' })
    setFailure(refusal)
    notifyFailure(refusal)
  }
  return (
    <FailureBelow failure={failure}>
      <Button icon={<Icon name="copy" />} {...look} onClick={() => void copy()} />
    </FailureBelow>
  )
}

type CopyButtonProps = Omit<ButtonProps, 'onClick'> & { text: string; done: string }

const refusal = 'This browser does not let us copy. Select it and copy it yourself.'

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
