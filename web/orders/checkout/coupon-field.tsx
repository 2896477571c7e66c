import { Button } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

/** Where a coupon is typed at checkout. Apply prices the cart anew; Pay does the same with a code that was not applied yet. */
export function CouponField({ field, busy }: CouponFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
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
    </div>
  )
}

interface CouponFieldProps {
  field: Pick<FieldProps, 'error' | 'control'>
  /** The button that was pressed and is not answered yet. */
  busy: unknown
}
