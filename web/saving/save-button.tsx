import { useState } from 'react'

import { problemOf } from '../problem-of.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { saveFile } from '../ui/data/save-file.ts'
import { notify } from '../ui/feedback/notify.ts'

/** Fetches a file and saves it under a name; says `failure` when that fails without a message of its own. */
export function SaveButton({ file, name, failure, onSaved, ...look }: SaveButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await file(), typeof name === 'string' ? name : name())
      await onSaved?.()
    } catch (thrown) {
      notify(problemOf(thrown, failure).message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return <Button tone="quiet" {...look} pending={busy} onClick={() => void save()} />
}

type SaveButtonProps = Omit<ButtonProps, 'name' | 'onClick' | 'pending'> & {
  file: () => Promise<Blob>
  name: string | (() => string)
  failure: string
  onSaved?: () => Promise<void>
}
