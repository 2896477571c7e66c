import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'

import translation from './translation.ts'

RuleTester.describe = describe
RuleTester.it = it

const errors = 1
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } })

tester.run('a text that a translator may replace does not stand loose', translation.rules['no-loose-text'], {
  valid: [
    'const a = <p>{isNew ? "New" : "Old"}</p>',
    'const a = <p>{isNew && "New"}</p>',
    'const a = <p>{title} {isNew && <b>new</b>}</p>',
    'const a = <p>{isNew && <b>new</b>} <span>{title}</span></p>',
    'const a = <p>{isNew && <span>new</span>} <span>of the day</span></p>',
    'const a = <p>{`Page ${page} of ${pages}`}</p>',
    'const a = <p>{count} of {isKnown ? total : count}</p>',
    'const a = <div>{isNew && <b>new</b>}{children}</div>',
    'const a = <><del>{was}</del>{" "}{is && <ins>{is}</ins>}</>',
    'const a = <ul>{rows.map((row) => <li>{row}</li>)}</ul>',
  ],
  invalid: [
    { code: 'const a = <p>{isNew && "New. "}{title}</p>', errors },
    { code: 'const a = <p>Your download{isNew && ` of ${day}`}</p>', errors },
    { code: 'const a = <p>{isOpen ? <b>open</b> : "closed"} since then</p>', errors },
    { code: 'const a = <p>{isNew && <b>new</b>} of the day</p>', errors },
    { code: 'const a = <span>{isNew && <Icon name="new" />}{children}</span>', errors },
    { code: 'const a = <p>{names.map((name) => <b>{name}</b>)} asked</p>', errors },
    { code: 'const a = <>Have an account? <Link to="/signin">Sign in</Link></>', errors },
  ],
})
