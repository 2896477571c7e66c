import { buttonLook, type ButtonLook } from '../ui/button.tsx'

/** A link that opens WhatsApp with words to send, an address among them. */
export function WhatsAppLink({ words, tone }: { words: string } & Pick<ButtonLook, 'tone'>) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(words)}`}
      target="_blank"
      rel="nofollow noopener"
      className={buttonLook({ tone, size: 'small' })}
    >
      <svg className="fill-current" aria-hidden="true">
        <use href="/share.svg#whatsapp" />
      </svg>
      <span>Share on WhatsApp</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
