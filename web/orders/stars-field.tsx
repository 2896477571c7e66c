import { useId } from 'react'

import { counted } from '#contract/kit/format.ts'

import { FieldError, RequiredMark } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

import './stars.css'

/** A rating of one to five stars: radios, drawn as stars that fill up to the chosen one. */
export function StarsField({ chosen, required, error }: StarsFieldProps) {
  const errorId = useId()
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className="text-14 font-semibold">
        Your rating
        {required && <RequiredMark />}
      </legend>
      <div className="mt-1 -ml-2 flex flex-wrap">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className="star">
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={stars === chosen}
              required={required}
              aria-describedby={error ? errorId : undefined}
              className="sr-only"
            />
            <Icon name="star" />
            <span className="sr-only">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

interface StarsFieldProps {
  chosen?: number | undefined
  required?: boolean
  error?: string | undefined
}
