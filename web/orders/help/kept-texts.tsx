import { helpLimits, help } from '#contract/orders/help.ts'

import { formAction, useAction } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Failure } from '../../ui/failure.tsx'

/** The texts that an owner keeps for reuse in answers: to use, to delete, and to keep what is typed now. */
export function KeptTexts({ texts, current, onUse }: KeptTextsProps) {
  const { send, sent, pending, failure } = useAction()
  const save = (next: readonly string[]) => send({ intent: 'keep-texts', texts: JSON.stringify(next) })
  const isFull = texts.length >= helpLimits.texts
  return (
    <Disclosure
      title="Texts for reuse"
      detail={`${texts.length} of ${helpLimits.texts}`}
      className="border-t"
    >
      {texts.length > 0 && (
        <ul aria-label="Texts for reuse" className="divide-rule mb-3 divide-y">
          {texts.map((text, index) => (
            <li key={text} className="py-3 first:pt-0">
              <p className="line-clamp-3 break-words whitespace-pre-line">{text}</p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button tone="quiet" size="small" onClick={() => onUse(text)}>
                  Use
                </Button>
                <Button
                  tone="quiet"
                  size="small"
                  pending={pending && sent?.get('texts') === JSON.stringify(without(texts, index))}
                  disabled={pending}
                  aria-label={`Delete text ${index + 1}`}
                  onClick={() => save(without(texts, index))}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="text-14 text-quiet">
        {isFull
          ? 'Three texts are kept. Delete one to keep another.'
          : 'Keep an answer that you give often. Only you see these texts.'}
      </p>
      {!isFull && (
        <Button
          tone="quiet"
          size="small"
          className="mt-2"
          disabled={pending}
          onClick={() => save([...texts, current()])}
        >
          Keep What Is Typed Above
        </Button>
      )}
      <Failure className="mt-2">{failure}</Failure>
    </Disclosure>
  )
}

interface KeptTextsProps {
  texts: readonly string[]
  /** Returns what is typed now. */
  current: () => string
  onUse: (text: string) => void
}

const without = (texts: readonly string[], at: number) => texts.filter((_, index) => index !== at)

/** Saves the texts that the owner keeps. */
export const keepTexts = formAction('Failed to save the texts', async ({ api, form }) => {
  const texts = JSON.parse(textIn(form, 'texts')) as string[]
  await api.help.saveTexts({ body: checked(help.saveTexts.body, { texts: [...new Set(texts)] }) })
  return 'Your texts are saved.'
})
