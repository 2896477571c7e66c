import { clsx } from 'clsx'
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useId,
  useState,
} from 'react'

import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * A search field with an optional button; put it into a GET form so that it also works before hydration. Children may
 * float below it.
 */
export function SearchField({
  label,
  submit,
  size = 'medium',
  className,
  children,
  ...rest
}: SearchFieldProps) {
  return (
    <search className={clsx('relative flex', className)}>
      <Icon
        name="search"
        className={clsx(
          'pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-quiet',
          size === 'large' ? 'size-6' : 'size-5',
        )}
      />
      <input
        // A combobox is a text field by the standard.
        type={rest.role === 'combobox' ? 'text' : 'search'}
        name="search"
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        aria-label={label}
        className={clsx(
          'control min-w-0 flex-1 text-ellipsis [&::-webkit-search-cancel-button]:grayscale',
          size === 'large' ? 'h-14 pl-12 text-18' : 'pl-11',
          submit ? 'rounded-r-none border-r-0 pr-2' : 'pr-3',
        )}
      />
      {submit && (
        <Button
          type="submit"
          tone="quiet"
          size={size}
          className={clsx('rounded-l-none', size === 'large' && 'h-14')}
        >
          {submit}
        </Button>
      )}
      {children}
    </search>
  )
}

export type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  label: string
  submit?: string
  size?: 'medium' | 'large'
  ref?: Ref<HTMLInputElement>
}

/**
 * Returns the state, keyboard handlers and ARIA attributes of a text field with a list of links below it, by the
 * combobox pattern of WAI-ARIA: the field keeps the focus, arrow keys go through the links, Enter follows one, Escape
 * closes the list. `keys` name the links in their order.
 */
export function useCombobox(keys: readonly string[]) {
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const isOpen = isWanted && keys.length > 0
  const at = chosen === undefined ? -1 : keys.indexOf(chosen)
  const optionId = (key: string) => `${id}-${keys.indexOf(key)}`
  const show = (wanted: boolean) => {
    setWanted(wanted)
    setChosen(undefined)
  }
  const move = (step: number) => {
    // There is one position more than there are links: the field itself.
    const key = keys[((at + 1 + step + keys.length + 1) % (keys.length + 1)) - 1]
    setChosen(key)
    if (key !== undefined) document.getElementById(optionId(key))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) move(step)
      else show(true)
    } else if (event.key === 'Enter') {
      if (!isOpen || keys[at] === undefined) return show(false)
      event.preventDefault()
      document.getElementById(optionId(keys[at]))?.click()
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      show(false)
    }
  }
  return {
    isOpen,
    show,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && keys[at] !== undefined ? optionId(keys[at]) : undefined,
      onKeyDown,
    },
    // Pressing a link must not move the focus to it.
    list: { role: 'listbox', id, onMouseDown: (event: MouseEvent) => event.preventDefault() },
    option: (key: string) => ({
      role: 'option',
      id: optionId(key),
      'aria-selected': key === chosen,
      tabIndex: -1,
    }),
  } as const
}
