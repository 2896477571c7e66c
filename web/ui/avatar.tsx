import { clsx } from 'clsx'

/** A person's picture, or the first letter of the name on ink; decorative, the name stands beside it. */
export function Avatar({ name, src, size = 'small', className }: AvatarProps) {
  const look = clsx('shrink-0 overflow-hidden rounded-field', sizes[size], className)
  if (src) return <img src={src} alt="" className={clsx(look, 'border border-rule object-cover')} />
  return (
    <span
      aria-hidden="true"
      className={clsx(look, 'inline-flex items-center justify-center bg-ink font-head font-bold text-ground')}
    >
      {initialOf(name)}
    </span>
  )
}

/** The first letter of a name, capital; U for nobody. */
export const initialOf = (name: string) => (Array.from(name.trim())[0] ?? 'U').toLocaleUpperCase('en-IN')

const sizes = { small: 'size-8 text-16', medium: 'size-11 text-18', large: 'size-20 text-36' }

export type AvatarProps = { name: string; src?: string; size?: keyof typeof sizes; className?: string }
