// `npm run picture`: draws docs/pictures/show.png, the executable's own output in a terminal, for the README.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath, ROOT, setUp } from './set-up.mjs'

const LINES = 46

setUp({ browser: true })
const { stdout } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'packages/cli/bin/antiphon.js'),
    'show',
    '--color',
    'always',
    join(ROOT, 'packages/cli/demo/projects/-home-dev-lighthouse/145e839d-c0ab-4a8b-9f8a-9a52891d3ed1.jsonl'),
  ],
  { encoding: 'utf8', env: { ...process.env, COLUMNS: '96' } },
)
const shown = stdout.split('\n').slice(0, LINES).join('\n')
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ deviceScaleFactor: 2 })
await page.setContent(`<style>
  body { margin: 0; background: #16181d; display: inline-block }
  pre { margin: 0; padding: 20px 28px; color: #d7dae0; font: 13px/1.45 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace }
</style><pre>$ antiphon show 145e839d\n\n${toHtml(shown)}</pre>`)
await page.locator('body').screenshot({ path: join(ROOT, 'docs/pictures/show.png') })
await browser.close()

/** The few terminal attributes that the executable uses, as spans. */
function toHtml(text) {
  const styles = {
    1: 'font-weight:bold',
    2: 'opacity:.6',
    3: 'font-style:italic',
    4: 'text-decoration:underline',
    31: 'color:#f07178',
    32: 'color:#a5d76e',
    33: 'color:#ffcb6b',
    34: 'color:#82aaff',
    35: 'color:#c792ea',
    36: 'color:#7fdbca',
    90: 'color:#7a8290',
  }
  let open = 0
  const html = text
    .replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    .replace(/\u001b\[([\d;]*)m/g, (_, codes) =>
      codes
        .split(';')
        .map(code => {
          if (styles[code]) {
            open++
            return `<span style="${styles[code]}">`
          }
          const close = '</span>'.repeat(open)
          open = 0
          return close
        })
        .join(''),
    )
  return html + '</span>'.repeat(open)
}
