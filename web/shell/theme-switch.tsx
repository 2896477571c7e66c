import { useId } from 'react'

import { Icon } from '../ui/icon.tsx'
import { chooseTheme, chosenTheme } from './document.ts'
import { useStored } from './session/browser-store.ts'

/** Three radios for the theme (system, light or dark), which is stored in this browser. */
export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useStored(chosenTheme, 'system')
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className="sr-only">Theme</legend>
      <div className="theme-switch">
        {themes.map(({ value, label, icon }) => (
          <label key={value} title={label}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              aria-label={label}
              className="sr-only"
            />
            <Icon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const themes = [
  { value: 'system', label: 'As the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const
