const email = /[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,}/i

/** Handles of the National Payments Corporation of India that are no words. */
const handles =
  'ok\\s?(?:axis|hdfcbank|icici|sbi)|[yia]bl|axl|y?apl|rapl|pt(?:axis|hdfc|sbi|yes)|wa(?:axis|hdfcbank|icici|sbi)|ikwik|(?:hdfc|axis|idfc|yes|kotak)bank|barodampay|jupiteraxis|fam|abfspay|yescred|axisb'
const upi = new RegExp(
  [
    // A name at one word, unless it is a version, a host, or a password.
    `(?<![\\w@/:.-])(?<name>[a-z0-9][a-z0-9._-]{1,63})@(?!\\k<name>\\b)(?!(?:latest|next|beta|alpha|canary|rc|dev|nightly|stable|experimental|legacy|lts|local|localhost|host|hostname|server|domain|example|ubuntu|kali|debian|raspberrypi|db|mysql)\\b)[a-z]{3,20}(?![\\w:/@'-]|\\.\\w)`,
    `(?<!\\w)[a-z0-9][a-z0-9._-]{1,63}\\s{0,2}@\\s{0,2}(?:${handles}|paytm|upi|sbi|icici|freecharge|airtel|pnb)\\b`,
    // A handle alone that only addresses have.
    '\\bok(?:axis|hdfcbank|icici|sbi)\\b',
    `(?<!\\w)[a-z0-9][a-z0-9._-]{1,63}\\s{1,2}at\\s{1,2}(?:${handles})\\b`,
  ].join('|'),
  'iu',
)
/** Tells whether a text has an email or a UPI address. */
export const hasAddress = (text: string): boolean => email.test(text) || upi.test(text)
