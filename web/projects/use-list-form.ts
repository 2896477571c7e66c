import { type ChangeEvent, type FormEvent, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { choiceIn, listAddress, type ListChoice } from './list-query.ts'

/** Turns changes of the list's form into addresses: at once for a choice, after 300 ms of rest for typing (specification section 9). */
export function useListForm() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (form: HTMLFormElement, replace: boolean) => {
    clearTimeout(timer.current)
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    )
    const address = listAddress(choiceIn(new URLSearchParams(fields)), {})
    void navigate(address, { preventScrollReset: true, replace })
  }
  return {
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

/** What is chosen now: on the way to another choice, already that one. */
export function useChoice(shown: ListChoice): ListChoice {
  const { location } = useNavigation()
  return location?.pathname === '/projects' ? choiceIn(new URLSearchParams(location.search)) : shown
}
