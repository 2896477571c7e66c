import { useState } from 'react'

import type { Project } from '#contract/projects.ts'

import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { DeleteProject } from '../delete-project.tsx'
import { useListingActions } from './use-listing-actions.ts'

/** What can be done with the listing as a whole: a copy, putting it away, and deleting it. */
export function ListingActions({ project: { _id, allowed, salesCount } }: { project: Project }) {
  const { busy, send } = useListingActions(_id)
  const [isAsking, setAsking] = useState(false)
  const archive = () => {
    setAsking(false)
    send('archive')
  }
  return (
    <Sheet as="section" aria-label="Listing">
      <SheetHead title="Listing" />
      <div className="divide-rule divide-y px-4 sm:px-5">
        <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
          <p className="text-14 text-quiet">
            A new draft with the same texts and price, without files and pictures.
          </p>
          <Button
            tone="quiet"
            size="small"
            icon={<Icon name="copy" className="size-4!" />}
            pending={busy === 'duplicate'}
            onClick={() => send('duplicate')}
          >
            Duplicate
          </Button>
        </div>
        {allowed.includes('archive') && (
          <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
            <p className="text-14 text-quiet">Off every list until you bring it back. Buyers keep it.</p>
            <Button tone="quiet" size="small" pending={busy === 'archive'} onClick={() => setAsking(true)}>
              Archive
            </Button>
          </div>
        )}
        <div className="flex flex-col items-start gap-3 py-4 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-between">
          <p className="text-14 text-quiet">Off the shop for good, with its texts, pictures and files.</p>
          <DeleteProject projectId={_id} label="Delete Everything" size="small" hasBuyers={salesCount > 0} />
        </div>
      </div>
      <ConfirmDialog
        open={isAsking && allowed.includes('archive')}
        onClose={() => setAsking(false)}
        onConfirm={archive}
        question="Archive this project?"
        confirm="Archive"
      >
        It leaves every list and cannot be bought. Those who bought it keep it, and you can bring it back at
        any time.
      </ConfirmDialog>
    </Sheet>
  )
}
