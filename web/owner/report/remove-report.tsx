import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { Changed } from '../owner-changes.ts'

/** Takes the report off sale after a question. */
export function RemoveReport() {
  const { data, state, submit } = useFetcher<Changed>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const remove = () => {
    setAsking(false)
    void submit({ intent: 'remove-report' }, { method: 'post' })
  }
  return (
    <>
      <Button tone="quiet" size="small" pending={state !== 'idle'} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        question="Remove the report from sale?"
        confirm="Remove"
        danger
      >
        Those who bought it keep it. Nobody else can get it.
      </ConfirmDialog>
    </>
  )
}
