import { buttonLook, Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The ways to pass a referral code on: each carries the link that fills it in at sign-up. */
export function ShareCode({ code, onCopy }: { code: string; onCopy: (link: string) => void }) {
  const link = `${location.origin}/signup?ref=${code}`
  const words = `Find ready-made coding projects on Readymade. Sign up with my code ${code}: ${link}`
  const look = buttonLook({ tone: 'quiet', size: 'small' })
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col sm:max-lg:grid-cols-none max-sm:[&>:nth-child(3):last-child]:col-span-2 lg:[&>:nth-child(3):last-child]:col-span-2">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
        className={look}
      >
        <svg className="size-4.5 fill-current" aria-hidden="true">
          <use href="/share.svg#whatsapp" />
        </svg>
        WhatsApp
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a
        href={`mailto:?subject=${encodeURIComponent('Readymade')}&body=${encodeURIComponent(words)}`}
        className={look}
      >
        <Icon name="mail" />
        Email
      </a>
      <Button tone="quiet" size="small" icon={<Icon name="copy" />} onClick={() => onCopy(link)}>
        Copy Link
      </Button>
      {'share' in navigator && (
        <Button tone="quiet" size="small" icon={<Icon name="share-2" />} onClick={() => void share(words)}>
          Share
        </Button>
      )}
    </div>
  )
}

async function share(text: string) {
  // Who closes the sheet without choosing has not met a failure.
  await navigator.share({ text }).catch(() => {})
}
