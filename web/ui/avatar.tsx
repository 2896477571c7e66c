import { clsx } from 'clsx'
import { useState } from 'react'

/**
 * A person's picture, or their initials on one of six tints, the same for the same name. It is decorative, because
 * the name stands beside it.
 */
export function Avatar({ name, src, size = 'small', className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const { box, text, pixels } = sizes[size]
  const look = clsx('shrink-0 overflow-hidden rounded-field', box, className)
  if (src && src !== brokenSrc)
    return (
      <img
        src={src}
        srcSet={widths.map((width) => `${src.replace(/384\.webp$/, `${width}.webp`)} ${width}w`).join(', ')}
        sizes={`${pixels}px`}
        width={pixels}
        height={pixels}
        alt=""
        decoding="async"
        onError={() => setBrokenSrc(src)}
        className={clsx(look, 'bg-[white] object-cover')}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={clsx(
        look,
        text,
        tintOf(name),
        'inline-flex items-center justify-center font-head font-bold text-ink',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** Returns the first letter of a name as a capital; U for an empty name. */
export const initialOf = (name: string) => (Array.from(name.trim())[0] ?? 'U').toLocaleUpperCase('en-IN')

/** Returns the initials of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return initialOf(words[0]!) + (words.length > 1 ? initialOf(words.at(-1)!) : '')
}

function tintOf(name: string) {
  let sum = 0
  for (const sign of name) sum += sign.codePointAt(0)!
  return `bg-tint-${(sum % 6) + 1}`
}

/** The widths, in pixels, in which the server stores every picture. */
const widths = [96, 192, 384]

const sizes = {
  tiny: { box: 'size-6', text: 'text-13 leading-none! tracking-[-0.04em]', pixels: 24 },
  small: { box: 'size-8', text: 'text-14', pixels: 32 },
  medium: { box: 'size-11', text: 'text-16', pixels: 44 },
  large: { box: 'size-20', text: 'text-28', pixels: 80 },
  huge: { box: 'size-24 md:size-28', text: 'text-36', pixels: 112 },
}

type AvatarProps = {
  name: string
  /** The address of its largest variant. */
  src?: string | null
  size?: keyof typeof sizes
  className?: string
}
