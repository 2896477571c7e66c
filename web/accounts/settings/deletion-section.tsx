import { useState } from 'react'

import type { Deletion } from '#contract/accounts/personal-data.ts'

import { Button } from '../../ui/button.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** The end of an account; what it means is said before a code is sent. */
export function DeletionSection({ email, deletion }: { email: string; deletion: Deletion | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet as="section" aria-label="Danger Zone">
      <SheetHead title="Danger Zone" />
      {deletion ? (
        <div className="flex flex-col items-start gap-4 px-4 py-5 sm:px-5">
          <p>
            Deleting your account erases your personal data for good. We say first what goes and what stays.
          </p>
          <Button tone="danger" onClick={() => setOpen(true)}>
            Delete Account
          </Button>
          <DeletionDialog open={isOpen} onClose={() => setOpen(false)} email={email} deletion={deletion} />
        </div>
      ) : (
        <NotLoaded>Failed to load what deleting your account means</NotLoaded>
      )}
    </Sheet>
  )
}
