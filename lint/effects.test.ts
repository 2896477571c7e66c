import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'

import effects from './effects.ts'

RuleTester.describe = describe
RuleTester.it = it

const errors = 1
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } })

tester.run('an effect or ref callback returns its clean-up or nothing', effects.rules['no-returned-value'], {
  valid: [
    'useEffect(() => { place.current?.scrollIntoView() }, [])',
    'useEffect(() => () => clearTimeout(timer.current), [])',
    'useEffect(() => void read(), [])',
    'useEffect(() => cancel, [cancel])',
    'useEffect(follow, [])',
    'const follow = (): (() => void) => subscribe(look); useEffect(follow, [])',
    'const go = () => submit(); const a = <form onSubmit={() => go()} />',
    'const focus = (at: HTMLElement | null) => { at?.focus() }; const a = <p ref={focus} />',
    'const a = <p ref={useRef(null)} />',
  ],
  invalid: [
    { code: 'useEffect(() => place.current?.scrollIntoView(), [])', errors },
    { code: 'React.useLayoutEffect(() => onBusy(isBusy), [isBusy])', errors },
    { code: 'function A() { const look = () => place.scrollTo(0, 0); useEffect(look, []) }', errors },
    { code: 'const go = (at) => at?.focus(); const first = { ref: go, tabIndex: -1 }', errors },
    { code: 'const a = <p ref={(at) => at?.scrollIntoView()} />', errors },
    {
      code: 'const a = <p ref={shown ? scroll : undefined} />; const scroll = (at) => at?.scrollIntoView()',
      errors,
    },
  ],
})
