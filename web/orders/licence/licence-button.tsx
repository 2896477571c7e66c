import { SaveButton } from '../../saving/save-button.tsx'
import { memberApi } from '../../session/member-api.ts'
import { Icon } from '../../ui/icon.tsx'

/** Saves the licence of an order as a text file. */
export const LicenceButton = ({ order }: { order: { _id: string; number: string } }) => (
  <SaveButton
    file={async () => (await memberApi()).licences.file({ params: { id: order._id } })}
    name={`READYMADE-LICENCE-${order.number}.txt`}
    failure="Failed to load the licence"
    wide
    pendingText="Preparing..."
    icon={<Icon name="scale" />}
  >
    Licence
  </SaveButton>
)
