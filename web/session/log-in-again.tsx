import { TextLink } from '../ui/text-link.tsx'

/** Says to who was signed out amid their work how to go on without losing it: `button` is what they press after it. */
export const LogInAgain = ({ button }: { button: string }) => (
  <>
    You are signed out.{' '}
    <TextLink to="/signin" target="_blank">
      Log In
    </TextLink>{' '}
    in a new tab, then press “{button}” here. Nothing is lost.
  </>
)
