import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'

/**
 * The state, keys and labels of a text field with a list of links below it, by the combobox pattern of WAI-ARIA: the field
 * keeps the focus, arrow keys go through the links, Enter follows one, Escape closes. `keys` name the links in their order.
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
    // One place more than there are links: the field itself.
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
    // A pressed link does not take the focus.
    list: { role: 'listbox', id, onMouseDown: (event: MouseEvent) => event.preventDefault() },
    option: (key: string) => ({
      role: 'option',
      id: optionId(key),
      'aria-selected': key === chosen,
      tabIndex: -1,
    }),
  } as const
}
