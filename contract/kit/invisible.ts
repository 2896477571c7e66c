/** Scripts of India and its neighbours in which a joiner between two letters decides how both are written. */
const joiningScripts =
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Meetei_Mayek Arabic'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)

const joiner = '[\\u200c\\u200d]'
const afterWhatJoins = '\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Script=Arabic}'
const letter = joiningScripts.join('')

/**
 * Matches an invisible character, or one that changes the direction of text. Joiners and variation selectors count as
 * letters where a script or an emoji needs them: after a mark such as a virama, and between letters of a script that
 * joins. Source: Unicode Standard Annex 31, section 2.3, and chapter 12 of the standard.
 */
export const invisible = new RegExp(
  [
    '(?!\\u200c|\\u200d|\\ufe0e|\\ufe0f)[\\p{Cf}\\p{DI}\\p{Zl}\\p{Zp}]',
    `(?<![${afterWhatJoins}])(?<![${letter}](?=${joiner}[${letter}\\p{M}]))${joiner}`,
    '(?<!\\p{Emoji})(?:\\ufe0e|\\ufe0f)',
  ].join('|'),
  'u',
)

const all = new RegExp(invisible.source, 'gu')

/** Replaces the invisible characters of a text; leaves them out by default. */
export const withoutInvisible = (
  text: string,
  replacement: (character: string) => string = () => '',
): string => text.replace(all, replacement)
