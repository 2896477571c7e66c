import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { choiceIn, listAddress, type ListChoice } from './list-query.ts'

/** Turns changes of the list's form into addresses: at once for a choice, after 300 ms of rest for typing (specification section 9). */
export function useListForm() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback(
    (form: HTMLFormElement, replace: boolean) => {
      clearTimeout(timer.current)
      void navigate(listAddress(choiceOf(form), {}), { preventScrollReset: true, replace })
    },
    [navigate],
  )
  return {
    show,
    onChange: ({ target }: ChangeEvent<HTMLElement>) => {
      const field = target as HTMLInputElement | HTMLSelectElement
      // Prices wait for Apply.
      if (!field.form || field.name.endsWith('Price')) return
      const { form } = field
      if (field.type !== 'search') return show(form, false)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => show(form, true), 300)
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      show(event.currentTarget, false)
    },
  }
}

/**
 * Keeps the form's controls at what the address says when that changes by other ways (back, a chip, Clear All). What was
 * chosen before the page's scripts had arrived is carried out instead of lost.
 */
export function useFormOfAddress(
  choice: ListChoice,
  show: (form: HTMLFormElement, replace: boolean) => void,
) {
  const form = useRef<HTMLFormElement>(null)
  const arrived = useRef(false)
  useEffect(() => {
    if (!form.current) return
    if (arrived.current) return writeInto(form.current, choice)
    arrived.current = true
    if ([...form.current.elements].some(isTouched)) show(form.current, true)
  }, [choice, show])
  return form
}

/** Whether another choice is on its way. */
export const useListBusy = () => useNavigation().location?.pathname === '/projects'

function choiceOf(form: HTMLFormElement): ListChoice {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return choiceIn(new URLSearchParams(fields))
}

function writeInto(form: HTMLFormElement, choice: ListChoice) {
  for (const [name, value] of Object.entries(choice)) {
    const control = form.elements.namedItem(name)
    const isTyped = name === 'search' && control === (document.activeElement as typeof control)
    if (control && 'value' in control && !isTyped) control.value = value
  }
}

function isTouched(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((o) => o.selected !== o.defaultSelected)
  if (!(control instanceof HTMLInputElement)) return false
  return control.type === 'radio'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}
