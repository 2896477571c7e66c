import { counted } from '#contract/kit/format.ts'
import type { Licence } from '#contract/projects/categories.ts'

import { useSite } from '../../shell/site.ts'
import { TextLink } from '../../ui/button.tsx'
import { RadioGroup, Switch } from '../../ui/inputs.tsx'

/**
 * The choice of the licence for the source; `file` is the name of the licence file among its files, if there is one.
 */
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
            <span>
              Buyers may use, change and hand it in, but not sell or publish it.{' '}
              <TextLink to="/support/terms">Terms</TextLink>
              {file && (
                <span>{` Your files have a ${file} as well: remove it or choose your own, so that they say one thing.`}</span>
              )}
            </span>
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

/** The switches for the two promises of an owner to buyers: installation help and customisation. */
export function ExtrasFields({ allowsCustomization, includesInstallationSupport }: Extras) {
  const { helpDays } = useSite()
  return (
    <>
      <Switch
        name="includesInstallationSupport"
        label="Installation help"
        hint={`You help buyers to get it running, for ${counted(helpDays, 'day')} after they buy, at no charge: they ask on the page of their order, and an answer is due within one working day`}
        defaultChecked={includesInstallationSupport}
      />
      <Switch
        name="allowsCustomization"
        label="Customisation"
        hint="You change it for a buyer’s course when asked; you agree on the price before any work starts"
        defaultChecked={allowsCustomization}
      />
    </>
  )
}

/** The values of the two switches as a part of the body of a call. */
export const extrasIn = (form: FormData): Extras => ({
  allowsCustomization: form.has('allowsCustomization'),
  includesInstallationSupport: form.has('includesInstallationSupport'),
})

interface Extras {
  allowsCustomization: boolean
  includesInstallationSupport: boolean
}
