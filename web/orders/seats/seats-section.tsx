import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { day } from '#contract/kit/format.ts'
import { type OrderSeat, seats } from '#contract/orders/seats.ts'
import { seatLimits } from '#contract/projects/seats.ts'

import {
  ActionButton,
  ActionForm,
  ConfirmButton,
  formAction,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { SectionHeading } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type OrderSeats = ReplyFields<typeof seats.ofOrder>

/** The seats that a buyer gives to their team: who has one, who is invited, and the form that invites. */
export function SeatsSection({ seats: { seats: shown, free } }: { seats: OrderSeats }) {
  return (
    <section id="seats" aria-labelledby="seats-heading" className="scroll-mt-20">
      <SectionHeading
        id="seats-heading"
        heavy
        title="Seats for your team"
        lead={`Invite up to ${seatLimits.count} people who work on it with you, at no price. Each downloads it with a licence of their own; refunds and reviews stay yours.`}
      />
      {shown.length > 0 && (
        <Sheet>
          <ul className="divide-rule divide-y px-4 sm:px-5">
            {shown.map((seat) => (
              <li key={seat.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
                <SeatLine seat={seat} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      {free > 0 ? (
        <InviteForm />
      ) : (
        shown.length < seatLimits.count && (
          <p className="text-14 text-quiet mt-4">The other seats were given to a second person already.</p>
        )
      )}
    </section>
  )
}

function SeatLine({ seat: { id, state, name, invitedAt, expiresAt, acceptedAt, allowed } }: SeatLineProps) {
  const submit = { intent: 'end-seat', seat: id, state }
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold break-words">
          {state === 'accepted' ? name || 'Former member' : `Invited on ${day(invitedAt)}`}
        </span>
        <span className="text-14 text-quiet block">
          {state === 'accepted'
            ? `Has a seat since ${day(acceptedAt!)}`
            : `Open until ${day(expiresAt!)}. We do not keep the address.`}
        </span>
      </span>
      {allowed === 'take_back' && (
        <ActionButton submit={submit} tone="quiet" size="small">
          Take Back
        </ActionButton>
      )}
      {allowed === 'give' && (
        <ConfirmButton
          submit={submit}
          size="small"
          label="Give to Another"
          question={`Take the seat of ${name || 'this member'}?`}
          confirm="Take the Seat"
          danger
        >
          They are told by email, cannot download it any more, and their licence is withdrawn. You can then
          invite somebody else. This is possible once for each seat.
        </ConfirmButton>
      )}
    </>
  )
}

interface SeatLineProps {
  seat: OrderSeat
}

const constraints = constraintsOf(seats.invite.body)

function InviteForm() {
  const form = useActionForm(constraints, {
    onDone: () => {
      form.ref.current?.reset()
    },
  })
  return (
    <ActionForm
      form={form}
      intent="invite"
      aria-label="Invite to a seat"
      className="mt-4 flex max-w-(--container-text) flex-col gap-4"
    >
      <Field
        label="Their email"
        hint={`They get one email with your first name and the title. It is open for ${seatLimits.days} days; until they accept we keep only a keyed hash of the address.`}
        {...form.field('email')}
      >
        <TextInput type="email" inputMode="email" autoComplete="off" />
      </Field>
      <Button
        type="submit"
        tone="quiet"
        className="self-start"
        pending={form.pending}
        pendingText="Sending..."
      >
        Send Invitation
      </Button>
    </ActionForm>
  )
}

/** The actions of the section, for the page of the order. */
export const seatActions = {
  invite: formAction('Failed to send the invitation', async ({ api, form, params }) => {
    await api.seats.invite({
      params,
      body: checked(seats.invite.body, { email: textIn(form, 'email') }),
    })
    return 'Invitation sent.'
  }),
  'end-seat': formAction('Failed to change the seat', async ({ api, form, params }) => {
    const state = textIn(form, 'state') as OrderSeat['state']
    await api.seats.end({ params: { id: params.id, seat: textIn(form, 'seat') }, query: { state } })
    return 'The seat is free again.'
  }),
}
