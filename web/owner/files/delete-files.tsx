import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { Changed } from '../owner-changes.ts'

/** Takes the files of a project off the shop after a question that says what becomes of its buyers. */
export function DeleteFiles({ hasBuyers }: { hasBuyers: boolean }) {
  const { data, state, submit } = useFetcher<Changed>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const remove = () => {
    setAsking(false)
    void submit({ intent: 'delete-files' }, { method: 'post' })
  }
  return (
    <>
      <Button tone="quiet" size="small" pending={state !== 'idle'} onClick={() => setAsking(true)}>
        Delete files
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        question="Delete the project files?"
        confirm={hasBuyers ? 'Withdraw files' : 'Delete files'}
        danger
      >
        {hasBuyers
          ? 'This project has buyers, so its files are withdrawn: buyers keep their download, nobody else can get them. '
          : 'Nobody has bought them. '}
        The project leaves every list until you upload new files and staff have checked them.
      </ConfirmDialog>
    </>
  )
}
