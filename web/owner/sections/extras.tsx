import { Switch } from '../../ui/form/switch.tsx'

/** The two switches for what an owner does for buyers beside the files, each with the promise it is. */
export function ExtrasFields({ allowsCustomization, includesInstallationSupport }: Extras) {
  return (
    <>
      <Switch
        name="includesInstallationSupport"
        label="Installation help"
        hint="You help buyers to get it running, for 30 days after they buy, at no charge"
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

/** What the switches say, as the calls take it. */
export const extrasIn = (form: FormData): Extras => ({
  allowsCustomization: form.has('allowsCustomization'),
  includesInstallationSupport: form.has('includesInstallationSupport'),
})

interface Extras {
  allowsCustomization: boolean
  includesInstallationSupport: boolean
}
