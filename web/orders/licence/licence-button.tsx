import { useState } from 'react'

import { problemOf } from '../../problem-of.ts'
import { memberApi } from '../../session/member-api.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/data/save-file.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'

/** Saves the licence of an order as a text file. */
export function LicenceButton({ order }: { order: { _id: string; number: string } }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const api = await memberApi()
      const file = await api.licences.file({ params: { id: order._id } })
      saveFile(file, `READYMADE-LICENCE-${order.number}.txt`)
    } catch (thrown) {
      notify(problemOf(thrown, 'Failed to load the licence').message, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      tone="quiet"
      wide
      pending={busy}
      pendingText="Preparing..."
      icon={<Icon name="scale" />}
      onClick={() => void save()}
    >
      Licence
    </Button>
  )
}
