import { createHash } from 'node:crypto'

const style = `
:root{color-scheme:light dark;--ground:#fcfaf6;--ink:#1c1a17;--quiet:#5d574e;--rule:#e3ddd2}
@media(prefers-color-scheme:dark){:root{--ground:#101317;--ink:#eceae5;--quiet:#a9a69f;--rule:#2c3138}}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:15vh 1.25rem 3rem}
strong{font-size:1.125rem}
h1{margin:2rem 0 .75rem;font-size:1.75rem;line-height:1.2}
p{margin:0 0 1.75rem;color:var(--quiet)}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border:1px solid currentColor;border-radius:.5rem;color:inherit;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}
`

/** What stands for a page while too many people are here: made of nothing but itself, so that it costs nothing to send. */
export const crowdedPage = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many people are here at once · Readymade</title>
<style>${style}</style>
</head>
<body>
<main>
<strong>Readymade</strong>
<h1>Too many people are here at once</h1>
<p>Please try again in a moment. Your cart and your orders are safe.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`

/** Its Content-Security-Policy: its own style, nothing else. */
export const crowdedPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
