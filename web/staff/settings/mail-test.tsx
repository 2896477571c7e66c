import { useFetcher } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import type { SettingsAnswer } from './section-sheet.tsx'

/** Sends an email to who presses the button, and says what became of it. */
export function MailTest() {
  const { Form, state, data } = useFetcher<SettingsAnswer>()
  return (
    <Sheet as="section" aria-label="Email">
      <SheetHead title="Email" />
      <Form method="post" className="flex flex-col items-start gap-4 p-4 sm:p-5">
        <p className="text-quiet max-w-(--container-text)">
          Sends one email to your own address, and says what the mail server answered.
        </p>
        {state === 'idle' && data?.done && <Callout tone="verified">{data.done}</Callout>}
        {state === 'idle' && data?.message && <Callout tone="stopped">{data.message}</Callout>}
        <Button
          type="submit"
          name="testMail"
          value="yes"
          tone="quiet"
          pending={state !== 'idle'}
          pendingText="Sending..."
        >
          Send a Test Email
        </Button>
      </Form>
    </Sheet>
  )
}
