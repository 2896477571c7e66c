import { type ChangeEvent, type FocusEvent, type FormEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { choiceIn, listAddress, type ListChoice } from './list-query.ts'

/** The form that all the list's controls belong to. */
export const listFormId = 'list-form'

/** Turns changes of the list's form into addresses: at once for a choice, after 300 ms of rest for typing (specification section 9). */
export function useListForm() {
  const navigate = useNavigate()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => {
    clearTimeout(resting.current)
    resting.current = undefined
  }, [])
  const show = useCallback(
    async (form: HTMLFormElement, replace: boolean) => {
      cancel()
      await navigate(listAddress(choiceOf(form)), { preventScrollReset: true, replace })
      toResults()
    },
    [navigate, cancel],
  )
  const isResting = useCallback(() => resting.current !== undefined, [])
  useEffect(() => cancel, [cancel])
  return {
    show,
    isResting,
    /** Forgets words that were typed and not shown yet, because something else was chosen. */
    cancel,
    onChange: ({ target }: ChangeEvent<HTMLElement>) => {
      const field = target as HTMLInputElement | HTMLSelectElement
      // Prices wait for Apply.
      if (!field.form || field.name.endsWith('Price')) return
      const { form } = field
      if (!isSearch(field)) return void show(form, false)
      cancel()
      resting.current = setTimeout(() => void show(form, true), 300)
    },
    // Nobody who leaves the field waits, and nobody who followed a link from here is called back.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (resting.current !== undefined && target instanceof HTMLInputElement && target.form)
        void show(target.form, true)
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void show(event.currentTarget, false)
      putKeyboardAway()
    },
  }
}

/**
 * Keeps the form's controls at what the address says when that changes by other ways (back, a chip, Clear All). What was
 * chosen before the page's scripts had arrived is carried out instead of lost.
 */
export function useFormOfAddress(
  choice: ListChoice,
  { show, isResting }: Pick<ReturnType<typeof useListForm>, 'show' | 'isResting'>,
) {
  const form = useRef<HTMLFormElement>(null)
  const arrived = useRef(false)
  useEffect(() => {
    if (!form.current) return
    if (arrived.current) return writeInto(form.current, choice, isResting())
    arrived.current = true
    const touched = [...form.current.elements].filter(isTouched)
    if (touched.length > 0) void show(form.current, touched.every(isSearch))
  }, [choice, show, isResting])
  return form
}

/** Where the filters do not stand beside the results, fewer of them would begin above what is in view. */
function toResults() {
  const results = document.querySelector('.results')
  if (results && results.getBoundingClientRect().top < 0 && matchMedia('(width < 64rem)').matches)
    results.scrollIntoView()
}

/** On a phone the keyboard would cover what was just asked for. */
export function putKeyboardAway() {
  if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLInputElement)
    document.activeElement.blur()
}

/** Whether another choice is on its way. */
export const useListBusy = () => useNavigation().location?.pathname === '/projects'

function choiceOf(form: HTMLFormElement): ListChoice {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return choiceIn(new URLSearchParams(fields))
}

/** Words that are being typed stay as they are. */
function writeInto(form: HTMLFormElement, choice: ListChoice, isTyping: boolean) {
  for (const [name, value] of Object.entries(choice)) {
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) choose(control, value)
    else if (control instanceof HTMLSelectElement) control.value = value
    else if (control instanceof HTMLInputElement) {
      const isTyped = name === 'search' && (isTyping || control.value.trim() === value)
      if (!isTyped) control.value = value
    }
  }
}

/** Chromium does not take an empty value for a group. */
function choose(group: RadioNodeList, value: string) {
  for (const radio of group) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value
}

/** Words that are typed take the place of the words before them; a choice can be gone back from. */
const isSearch = (control: Element) => control instanceof HTMLInputElement && control.type === 'search'

function isTouched(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((o) => o.selected !== o.defaultSelected)
  if (!(control instanceof HTMLInputElement)) return false
  return control.type === 'radio'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}
