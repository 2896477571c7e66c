import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { Changed } from '../owner-changes.ts'

/** Deletes the files of the page's project after a question, which offers to delete the project with everything too. */
export function DeleteFiles({ hasBuyers }: { hasBuyers: boolean }) {
  const { data, state, submit } = useFetcher<Changed>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const remove = (intent: 'delete-files' | 'delete') => {
    setAsking(false)
    void submit({ intent }, { method: 'post' })
  }
  return (
    <>
      <Button
        tone="quiet"
        icon={<Icon name="trash-2" />}
        pending={state !== 'idle'}
        onClick={() => setAsking(true)}
      >
        Delete Project
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        question="Are you sure you want to delete this project?"
        confirm="Delete Files"
        onConfirm={() => remove('delete-files')}
        other={{ label: 'Delete Everything', onChoose: () => remove('delete') }}
        danger
      >
        <p>
          Delete Files takes its files off. The page stays yours, and is listed again when you have uploaded
          new files and staff have checked them.
        </p>
        <p className="mt-2">
          Delete Everything takes its texts and pictures too, and cannot be undone.
          {hasBuyers && ' It has buyers: they keep their download in both cases.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
