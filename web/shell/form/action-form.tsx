import { type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import type { FormAnswer } from './use-form.ts'

/** What a form's action came to: a message of success, or what to mend. */
export interface ActionAnswer extends FormAnswer {
  done?: string
}

/** A button that takes something off the project of the page, after a question; `children` say what becomes of it. */
export function ConfirmedChange({ label, intent, question, confirm, children }: ConfirmedChangeProps) {
  const { data, state, submit } = useFetcher<ActionAnswer>()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
    else if (data?.done) notify(data.done, { tone: 'done' })
  }, [data])
  const change = () => {
    setAsking(false)
    void submit({ intent }, { method: 'post' })
  }
  return (
    <>
      <Button tone="quiet" size="small" pending={state !== 'idle'} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
        question={question}
        confirm={confirm}
        danger
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

interface ConfirmedChangeProps {
  label: string
  intent: string
  question: string
  confirm: string
  children: ReactNode
}
