import { quoted } from './paths.ts'

/**
 * Why a path that stays inside its project cannot be unpacked as it is on every buyer's computer, or would not show what
 * it is called; undefined when it can. Rules: Windows "Naming Files, Paths, and Namespaces"; Unicode TR 36 for what hides;
 * rows of marks that no script writes take long to compare.
 */
export function nameProblem(path: string): string | undefined {
  const reason = firstReason(path)
  return reason && `${quoted(path)}: ${reason}`
}

function firstReason(path: string): string | undefined {
  const hidden = invisible.exec(path)?.[0]
  if (hidden) return `it holds the invisible character ${codePoint(hidden)}`
  if (/\p{M}{11}/u.test(path)) return 'a letter has more than 10 marks'
  const sign = /[<>:"|?*]/.exec(path)?.[0]
  if (sign) return `Windows allows no ${sign} in a name`
  for (const name of path.split('/')) {
    const [base] = /^[^.]*/.exec(name)!
    if (reserved.test(base.trimEnd())) return `Windows reserves the name ${quoted(base.trimEnd())}`
    if (/[.\s]$/u.test(name)) return `Windows drops the dot or space at the end of ${quoted(name)}`
    if (new TextEncoder().encode(name).length > 255) return 'a name of more than 255 bytes fits on no disk'
  }
  return undefined
}

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i

/** What shows nothing or turns the text around. Joiners stay where a script or an emoji is written with them. */
const invisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{DI}\p{Zl}\p{Zp}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])(?:\u200c|\u200d)|(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/u

const codePoint = (sign: string) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
