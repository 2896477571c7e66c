import { useSite } from '../../site/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { copyText } from './copy-text.ts'
import { ShareCode } from './share-code.tsx'

/** The member's referral code, to copy and to pass on. */
export function CodeCard({ code }: { code: string }) {
  const { commissionPercent } = useSite()
  return (
    <Sheet as="section" aria-label="Your referral code">
      <SheetHead title="Your referral code" />
      <div className="p-4 sm:p-5">
        <p className="bg-sunk rounded-field border-rule text-22 border border-dashed px-4 py-3 text-center font-mono tracking-widest break-all">
          {code}
        </p>
        <Button
          wide
          className="mt-3"
          icon={<Icon name="copy" />}
          onClick={() => void copy(code, 'Referral code copied')}
        >
          Copy Code
        </Button>
        <p className="text-quiet mt-4">
          Share this code with friends and earn {commissionPercent}% commission on their purchases!
        </p>
        <ShareCode code={code} onCopy={(link) => void copy(link, 'Link copied')} />
      </div>
    </Sheet>
  )
}

async function copy(text: string, done: string) {
  if (await copyText(text)) notify(done, { tone: 'done' })
  else notify('This browser does not let us copy. Select the code and copy it yourself.', { tone: 'failed' })
}
