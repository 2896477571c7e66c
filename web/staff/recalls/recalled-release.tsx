import { useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { RecallableRelease } from '#contract/projects/recalls.ts'

import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

/** A release that was called back, how far its mails and refunds are, and the refunds where they were left open. */
export function RecalledRelease({ release: { number, paid, recall } }: { release: RecallableRelease }) {
  if (!recall) return null
  return (
    <Sheet as="section" aria-label={`Release ${number}`}>
      <SheetHead title={`Release ${number}`}>
        <Status tone="stopped">Recalled</Status>
      </SheetHead>
      <div className="p-4 sm:p-5">
        <p className="break-words">{recall.reason}</p>
        <p className="text-14 text-quiet mt-2 break-words whitespace-pre-line">{recall.instructions}</p>
        <FactRows
          className="border-rule mt-3 border-t"
          facts={[
            { term: 'recalled', value: day(recall.recalledAt) },
            { term: 'buyers told', value: recall.notified },
            { term: 'still to tell or refund', value: recall.waiting },
            {
              term: 'refunded',
              value: recall.refunds ? recall.refunded : paid > 0 ? 'not decided' : 'nobody paid',
            },
          ]}
        />
        {!recall.refunds && paid > 0 && <RefundButton number={number} paid={paid} />}
      </div>
    </Sheet>
  )
}

function RefundButton({ number, paid }: { number: number; paid: number }) {
  const submit = useSubmit()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        className="mt-4"
        pending={useNavigation().formData !== undefined}
        pendingText="One moment..."
        onClick={() => setIsAsked(true)}
      >
        Refund {counted(paid, 'buyer')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        question={`Give ${counted(paid, 'buyer')} of release ${number} their money back?`}
        confirm="Refund Buyers"
        danger
        onConfirm={() => {
          setIsAsked(false)
          void submit({ number, refundLater: 'on' }, { method: 'post' })
        }}
      >
        Their download ends, and the owner’s share is taken back.
      </ConfirmDialog>
    </>
  )
}
