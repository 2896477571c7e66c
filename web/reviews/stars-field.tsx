import { counted } from '#contract/kit/counted.ts'

import { FieldError, RequiredMark } from '../ui/form/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** One to five stars: radios, drawn as stars that fill up to the chosen one. */
export function StarsField({ chosen, error }: { chosen?: number | undefined; error?: string | undefined }) {
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className="text-14 font-semibold">
        Your rating
        <RequiredMark />
      </legend>
      <div className="mt-1 -ml-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className="star">
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={stars === chosen}
              required
              className="sr-only"
            />
            <Icon name="star" />
            <span className="sr-only">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
