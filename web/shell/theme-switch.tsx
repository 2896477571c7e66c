import { useId, useSyncExternalStore } from 'react'

import { Icon } from '../ui/icon.tsx'
import { chooseTheme, readTheme, subscribeTheme, type Theme } from './document-state.ts'

/** System, light or dark: three radios in one frame, remembered in this browser. */
export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useSyncExternalStore(subscribeTheme, readTheme, systemTheme)
  const name = useId()
  return (
    <fieldset className={className}>
      <legend className="sr-only">Theme</legend>
      <div className="rounded-field border-edge bg-sheet inline-flex border">
        {themes.map(({ value, label, icon }) => (
          <label
            key={value}
            title={label}
            className="text-quiet first:rounded-l-field last:rounded-r-field hover:text-ink has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-ink flex size-11 items-center justify-center has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              className="sr-only"
            />
            <span className="sr-only">{label}</span>
            <Icon name={icon} className="size-4.5" />
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

/** The server does not know the choice. */
const systemTheme = (): Theme => 'system'
