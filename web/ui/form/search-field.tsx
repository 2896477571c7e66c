import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref } from 'react'

import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** A search box of one piece; put it into a GET form so that it also works before scripts arrive. Children may float below it. */
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
        type="search"
        name="search"
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
