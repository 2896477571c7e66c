import { Button } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

/** Where a coupon is typed at checkout. Apply prices the cart anew; Pay does the same with a code that was not applied yet. */
export function CouponField({ field, isTaken, busy }: CouponFieldProps) {
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <Field label="Coupon" error={field.error} control={field.control}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase placeholder:normal-case"
        />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="coupon"
        tone="quiet"
        className="mt-7"
        pending={busy === 'coupon'}
        pendingText="Looking..."
      >
        Apply
      </Button>
      {isTaken && (
        <Button
          type="submit"
          name="intent"
          value="coupon"
          tone="link"
          size="small"
          className="col-start-1 justify-self-start"
          onClick={empty}
        >
          Remove Coupon
        </Button>
      )}
    </div>
  )
}

/** What is sent is a cart without a coupon. The button goes with it: the cursor stands where another code is typed. */
function empty({ currentTarget: { form } }: { currentTarget: HTMLButtonElement }) {
  const code = form!.elements.namedItem('coupon') as HTMLInputElement
  code.value = ''
  code.dispatchEvent(new Event('input', { bubbles: true }))
  code.focus()
}

interface CouponFieldProps {
  field: Pick<FieldProps, 'error' | 'control'>
  /** The coupon in the field takes something off. */
  isTaken: boolean
  /** The button that was pressed and is not answered yet. */
  busy: unknown
}
