import type { Licence } from '#contract/projects/lists.ts'

import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The choice which licence holds for the source; `file` is the LICENSE among its files, if there is one and there are files. */
export function LicenceField({ licence, file, error }: LicenceFieldProps) {
  return (
    <RadioGroup
      legend="Licence"
      name="licence"
      defaultValue={licence}
      error={error}
      options={[
        {
          value: 'readymade',
          label: 'Readymade licence',
          hint: (
            <>
              Buyers may use, change and hand it in, but not sell or publish it.{' '}
              <TextLink to="/support/terms">Terms</TextLink>
              {file &&
                ` Your files have a ${file} as well: remove it or choose your own, so that they say one thing.`}
            </>
          ),
        },
        {
          value: 'own',
          label: 'My own licence',
          hint: file
            ? `${file} in your files holds, and nothing else: under MIT, say, buyers may publish it.`
            : 'A LICENSE or COPYING at the top of your files holds, and nothing else: under MIT, say, buyers may publish it.',
        },
      ]}
    />
  )
}

interface LicenceFieldProps {
  licence: Licence
  file?: string | null
  error?: string | undefined
}
