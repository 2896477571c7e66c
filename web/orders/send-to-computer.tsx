import { limits } from '#contract/kit/limits.ts'

import { ActionButton, formAction, useAction } from '../shell/form/action-form.tsx'

interface Sent {
  sentTo?: string
}

/** A button that mails the buyer a link, with which they download the order on a computer without signing in. */
export function SendToComputer() {
  const action = useAction<Sent>()
  const { sentTo } = action.answer ?? {}
  return (
    <>
      <ActionButton
        submit={{ intent: 'computer' }}
        by={action}
        tone="link"
        wide
        pendingText="One moment..."
        className="mt-2"
      >
        Send It to My Computer
      </ActionButton>
      {sentTo && (
        <output className="text-14 text-quiet block break-words">
          {`Sent to ${sentTo}. The link in that email downloads this without signing in, ${limits.computerLinkDownloads} times within ${limits.computerLinkHours} hours. Whoever has it can use it.`}
        </output>
      )}
    </>
  )
}

/** Mails the link. */
export const sendToComputer = formAction<Sent>('Failed to send the link', async ({ api, params }) => {
  const { sentTo } = await api.downloads.mailLink({ params })
  return { sentTo }
})
