import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { day } from '#contract/kit/format.ts'
import type { DataExport } from '#contract/members/personal-data.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { useAttempt } from '../../shell/form/use-attempt.ts'
import { problemOf } from '../../shell/session/api.ts'
import { memberApi } from '../../shell/session/member-api.ts'
import { Button } from '../../ui/button.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
import { NotLoaded } from './account-form.tsx'
import { accountAddress } from './account-route.ts'

/** The section in which members download all that is stored about them. */
export function DataSection({ dataExport }: { dataExport: DataExport | null | undefined }) {
  usePolling(dataExport?.status === 'waiting')
  return (
    <Sheet as="section" aria-label="Your data">
      <SheetHead title="Your data" />
      {dataExport === undefined ? (
        <NotLoaded>Failed to load the state of your download</NotLoaded>
      ) : (
        <div className="flex flex-col items-start gap-4 px-4 py-5 sm:px-5">
          <p>
            One ZIP with all we know about you and the files of your projects. Making it can take a few
            minutes; we mail you when it is ready.
          </p>
          {dataExport?.status === 'waiting' && <Status tone="waiting">Being collected</Status>}
          {dataExport?.status === 'ready' && (
            <>
              <SaveButton />
              <p className="text-14 text-quiet">{`Collected ${day(dataExport.askedAt)}, kept until ${day(dataExport.keptUntil!)}.`}</p>
            </>
          )}
          {dataExport?.status !== 'waiting' && (
            <ActionButton
              submit={{ intent: 'export' }}
              action={accountAddress}
              tone={dataExport ? 'link' : 'quiet'}
            >
              {dataExport ? 'Collect Again' : 'Collect My Data'}
            </ActionButton>
          )}
        </div>
      )}
    </Sheet>
  )
}

function SaveButton() {
  const { busy, failure, attempt } = useAttempt()
  const save = async () => {
    const { downloadUrl, fileName } = await (await memberApi()).personalData.exportLink()
    const link = document.createElement('a')
    link.href = downloadUrl
    link.download = fileName
    link.click()
  }
  return (
    <FailureBelow failure={failure}>
      <Button
        tone="quiet"
        pending={busy}
        pendingText="Preparing..."
        icon={<Icon name="download" />}
        onClick={() => void attempt(save, messageOf)}
      >
        Download My Data
      </Button>
    </FailureBelow>
  )
}

const messageOf = (thrown: unknown) => problemOf(thrown, 'Failed to generate download link').message

/** Reloads the page's data every five seconds while the export is waiting. */
function usePolling(isWaiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), 5000)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
