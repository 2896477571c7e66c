import { expect, test } from 'vitest'

import { timeLimit } from '../../../test/stall.ts'
import { hasContactDetails, requireNoContactDetails, withoutLinks } from './contact-details.ts'

const links = [
  'https://evil.example/pay',
  'http://1.2.3.4/x',
  'hxxp://evil.example',
  'ftp://files.example.org',
  'www.evil.example',
  'evil.com',
  'pay-here.evil.co.in',
  'EVIL.COM/login?x=1',
  't.me/somebody',
  'bit.ly/3abc',
  'wa.me/919876543210',
  '5.6.7.8/pay',
  'evil。com',
  'भुगतान.com',
]
test.each(links)('%s is a link, and no mail has it', (link) => {
  const text = `Your payout failed, see ${link} now`
  expect(hasContactDetails(text)).toBe(true)
  expect(withoutLinks(text)).toBe('Your payout failed, see (link left out) now')
})

const disguised = {
  'look-alike signs': [
    'сodecheap.сom has it, in Cyrillic',
    '𝐜𝐨𝐝𝐞𝐜𝐡𝐞𝐚𝐩.𝐨𝐫𝐠',
    'ⓒⓞⓓⓔⓒⓗⓔⓐⓟ.ⓝⓔⓣ, 🅒🅞🅓🅔.🅒🅞🅜',
    'ｅｖｉｌ．ｃｏｍ',
    'e\u200Bvil.c\u200Bom',
    'code\u00ADcheap.c0m',
    'сайт.рф or भुगतान.भारत',
  ],
  'every ending there is': [
    'readmade.app',
    'codecheap.dev',
    'READMADE.APP',
    'see it at codecheap.store.',
    'my_code.club',
  ],
  'dots in disguise': [
    'evil[.]com',
    'evil (dot) com',
    'visit codecheap (.) store',
    'codecheap dot com has it',
    'codecheap d0t com',
    'codecheap D O T com or codecheap d.o.t com',
    'codecheap˙com',
    'codecheapDOTcom',
    'codecheap . in today',
    'readmade .app',
    'readmade. app',
    'bit . ly / 3xYz',
    'codecheap․com, codecheap·com',
    'codecheap,com',
    'codecheap🔵com',
    'codecheap [dot com]',
    'codecheap d o t c o m',
    'readmade%2Ecom',
    'www codecheap com',
    't dot me slash codecheap',
    'https:// codecheap .tech',
    'h t t p s : / / c o d e c h e a p . c o m',
    'codecheap.com.Thanks',
  ],
  numbers: [
    'Call me on 98765 43210',
    'WhatsApp +919876543210 please',
    'call ९८७६५४३२१०',
    'call 98७६५ 432१०',
    'call ௯௮௭௬௫௪௩௨௧௦, 𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎 or 9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣',
    'call 9.8.7.6.5.4.3.2.1.0',
    '98765 and then 43210',
    '98765 (dot) 43210',
    '9876.543.210',
    'whatsapp 98765_43210',
    '+91 (987) 654-3210',
    '98765,43210',
    'ping 98765O4321',
    'nine 8 seven six 5 four three two one zero',
    'double nine 87 65 43 21 0',
    '+1 415 555 2671',
  ],
  'emails and UPI addresses': [
    'write to ravi.kumar@gmail.com',
    'ravi.kumar at gmail dot com',
    'ravi(at)gmail(dot)com',
    'ravi_at_gmail_dot_com',
    'pay ravi@okaxis',
    '98765@ybl',
    'ravi.kumar-1 @ paytm',
    'ravi＠oksbi',
    'ravi at okhdfcbank',
    'ravi at the rate okicici',
    'ravi@0kaxis',
    'okaxis: ravi',
    'ravi gmail com',
  ],
}
test.each(Object.entries(disguised))('%s wait for staff too', (_kind, texts) => {
  expect(texts.filter((text) => !hasContactDetails(text))).toEqual([])
})

const harmless = {
  'names of files and techniques': `
    main.py and index.js, ASP.NET or VB.NET, ASP.NET/C#, Socket.io, Node.js/Express.js, Vue.js 3.4.1, react@18
    package.json, README.md/docs, data.world, @scope/name@1, @types/node@20.1.0, lodash@latest, src/main.rs, run.sh
    Does index.php in src/main.py/lib run with ASP.NET, Socket.IO, Node.js or Vue.js 3.4.1?
    C# .NET, .NET Core or asp dot net, ML.NET, Draw.io, project.zip, demo.mov, best.pt, application.properties
    jdbc:mysql://localhost:3306/shop fails, see README.md, style.css/index.html and App.tsx
    vue.global.js, bootstrap.bundle.min.js, Main.java, docker-compose.yml, tsconfig.app.json, .env.example`,
  'names in code': `
    com.example.app, java.util.Scanner, System.Data.SqlClient, this.props.data, req.body.id, self.name, df.info()
    console.info("x"), plt.show(), np.dot(a, b), model.fit(x), app.listen(3000), array.map(x), @Override, image@sha256:ab
    I open http://localhost/shop, http://127.0.0.1:8000/admin, mongodb://mongo:27017/shop and root@localhost
    postgres://postgres:postgres@localhost:5432/db, login admin@admin, password admin@123`,
  numbers: `
    On 2026-08-09 10:11 port 3306, 10000000000 rows, root@localhost: does it work?
    e.g. 1.5/2 or v2.0.1, 50/50, and/or, PHP 7.4 / 8.0.30 / 8.2.12, MariaDB 10.4.32, 75.119.200.45, 9.5/10, 2023-24
    accuracy 0.9876543210, 77.2090, 28.6139, 1712345678, 60000-80000 rows, [9,8,7,6,5,4,3,2,1,0], #ff9876
    8085 and 8086 microprocessor, 115200 baud, scored 9 out of 10, ISBN 978-3-16-148410-0`,
  'sentences and titles': `
    It works.Please help.Thanks, price.it is, works.It is nice, in demo.In the viva, nice project . it works
    good . no bug, ok.how to run, Sr.No. 5, H.No. 8, 10.30 p.m. in the U.S. it ran, a dot product of vectors
    B.Tech/M.Tech, B.Com (Hons), M.Sc.IT, D. Y. Patil College, Govt.College of Engg., G.H.Raisoni, St. Xavier's
    meet at college, payment at paytm works, USB/COM port, UPI payments, the dot matrix printer, at the rate of 5
    a dot in the name, put it in the www folder in wamp, uses dotnet core, connect the dots in app
    क्या यह चलता है? यह.वह, रिपोर्ट में ६२ पेज हैं।`,
}
const harmlessLines = Object.entries(harmless).flatMap(([kind, lines]) =>
  lines
    .trim()
    .split(/\n\s*/)
    .map((line) => [kind, line] as const),
)
test.each(harmlessLines)('%s lead to nobody: %s', (_kind, text) => {
  expect(hasContactDetails(text)).toBe(false)
  expect(withoutLinks(text)).toBe(text)
})

test('of short texts the first that has a contact detail is named, also one that is spread over a list', () => {
  const refusal = (fields: Record<string, string | string[] | undefined>) => {
    try {
      requireNoContactDetails(fields)
      return undefined
    } catch (problem) {
      return problem
    }
  }
  expect(
    refusal({ technologies: ['Node.js', 'ASP.NET', 'Socket.io'], tags: ['iot'], college: undefined }),
  ).toBe(undefined)
  expect(refusal({ technologies: ['PHP'], tags: ['iot', 'codecheap.shop'] })).toMatchObject({
    code: 'invalid_input',
    details: { fields: { tags: expect.stringContaining('“codecheap.shop”') } },
  })
  expect(refusal({ tags: ['98765', '43210'] })).toMatchObject({ code: 'invalid_input' })
})

test('no text takes longer than a moment', () => {
  for (const piece of [
    'a.',
    'a-',
    'a:/',
    'www.',
    '1.',
    '9 ',
    '@a',
    '(dot',
    'a.a/',
    '﷽',
    'a.com.',
    '://a',
    'a . ',
    'a@',
    '+1 ',
    'one ',
    '٣',
    'а',
  ])
    for (const length of [5000]) {
      const text = piece.repeat(length)
      const before = process.threadCpuUsage()
      hasContactDetails(text)
      withoutLinks(text)
      expect(process.threadCpuUsage(before).user / 1000, piece).toBeLessThan(timeLimit(500))
    }
})
