import { type ChangeEvent, type FocusEvent, type FormEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { choiceIn, listAddress, type ListChoice } from './list-query.ts'

/** The id of the form to which all controls of the list belong. */
export const listFormId = 'list-form'

/** The number of lists that the form has asked for and that have not come yet. */
let shows = 0

/**
 * Turns changes of the list's form into addresses: at once for a selection, 300 ms after the last key for typing
 * (specification section 9).
 */
export function useListForm() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  const show = useCallback(
    async (form: HTMLFormElement, replace: boolean) => {
      cancel()
      shows++
      const address = listAddress(choiceOf(form))
      await Promise.resolve(navigate(address, { preventScrollReset: true, replace })).finally(() => {
        shows--
      })
      scrollToResults()
    },
    [navigate, cancel],
  )
  const isResting = useCallback(() => timer.current !== undefined, [])
  useEffect(() => cancel, [cancel])
  return {
    show,
    isResting,
    /** Discards words that were typed and are not shown yet, because something else was selected. */
    cancel,
    onChange: ({ target }: ChangeEvent<HTMLElement>) => {
      const field = target as HTMLInputElement | HTMLSelectElement
      // Prices count only with Apply.
      if (!field.form || field.name.endsWith('Price')) return
      const { form } = field
      if (!isSearch(field)) return void show(form, false)
      cancel()
      timer.current = setTimeout(() => void show(form, true), 300)
    },
    // Leaving the field applies the typed words at once. After a followed link nothing is pending, so nothing leads
    // back.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (timer.current !== undefined && target instanceof HTMLInputElement && target.form)
        void show(target.form, true)
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void show(event.currentTarget, false)
      hideKeyboard()
    },
  }
}

/**
 * Updates the form's controls when the address changes by other means (Back, a chip, Clear All). Selections made
 * before the page was hydrated are applied instead of lost.
 */
export function useFormFromAddress(
  choice: ListChoice,
  { show, isResting }: Pick<ReturnType<typeof useListForm>, 'show' | 'isResting'>,
) {
  const form = useRef<HTMLFormElement>(null)
  const isReady = useRef(false)
  const busy = useListBusy()
  useEffect(() => {
    // What is selected while the list of an earlier choice comes is not taken back: the next list is on its way, also
    // when this page does not know yet that it is.
    if (!form.current || busy || shows > 0) return
    if (isReady.current) return writeToForm(form.current, choice, isResting())
    isReady.current = true
    const touched = [...form.current.elements].filter(isTouched)
    if (touched.length > 0) void show(form.current, touched.every(isSearch))
  }, [choice, busy, show, isResting])
  return form
}

/**
 * Scrolls to the results where the filters do not stand beside them, because a shorter list would begin above the
 * visible part.
 */
function scrollToResults() {
  const results = document.querySelector('.results')
  if (results && results.getBoundingClientRect().top < 0 && matchMedia('(width < 64rem)').matches)
    results.scrollIntoView()
}

/** Closes the on-screen keyboard of a phone, which would cover the results. */
export function hideKeyboard() {
  if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLInputElement)
    document.activeElement.blur()
}

/** Returns whether the list is loading. */
export const useListBusy = () => useNavigation().location?.pathname === '/projects'

function choiceOf(form: HTMLFormElement): ListChoice {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return choiceIn(new URLSearchParams(fields))
}

/** Writes the choices into the form, except for words that are being typed. */
function writeToForm(form: HTMLFormElement, choice: ListChoice, isTyping: boolean) {
  for (const [name, value] of Object.entries(choice)) {
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) checkRadio(control, value)
    else if (control instanceof HTMLSelectElement) control.value = value
    else if (control instanceof HTMLInputElement) {
      const isTyped = name === 'search' && (isTyping || control.value.trim() === value)
      if (!isTyped) control.value = value
    }
  }
}

/** Checks one radio of a group. Chromium does not accept an empty value for the group itself. */
function checkRadio(group: RadioNodeList, value: string) {
  for (const radio of group) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value
}

/**
 * Returns whether a control is the search field: typed words replace the history entry of the words before them,
 * while Back undoes a selection.
 */
const isSearch = (control: Element) => control instanceof HTMLInputElement && control.name === 'search'

function isTouched(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((o) => o.selected !== o.defaultSelected)
  if (!(control instanceof HTMLInputElement)) return false
  return control.type === 'radio'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}
