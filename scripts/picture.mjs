// `npm run picture`: draws the README's pictures (docs/pictures): the executable's output in a terminal, and the window
// over the bundled sessions with the demo model. Where the whole corpus lies beside the repository, a long real session
// stands for the toys; PICTURE_SESSION names another file. `npm run picture terminal` draws those of the chat alone.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { browserPath } from './set-up/browser-path.mjs'
import { ROOT, setUp } from './set-up.mjs'
import { toHtml } from './terminal-html.mjs'

const EXECUTABLE = join(ROOT, 'packages/cli/bin/antiphon.js')
const BUNDLED = join(ROOT, 'packages/cli/demo')
const LINES = 46
const CORPUS = join(ROOT, '../shared/corpus')
const REAL = readRealSession()

await setUp({ everything: true, programs: {} })
const { chromium } = await import('playwright-core')
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const wanted = process.argv[2] ?? ''
for (const [name, draw] of [
  ['show', drawTerminal],
  ['terminal', drawTalks],
  ['window', drawWindow],
])
  if (name.includes(wanted)) await draw()
await browser.close()

/** The session that most can be seen of: the largest of the corpus, or nothing where there is none. */
function readRealSession() {
  const named = process.env.PICTURE_SESSION
  if (named) return toSession(named)
  if (!existsSync(CORPUS)) return null
  const files = readdirSync(CORPUS).filter(name => /^entireio-cli-[0-9a-f-]{36}\.jsonl\.gz$/.test(name))
  const sized = files
    .map(name => join(CORPUS, name))
    .toSorted((one, other) => statSync(other).size - statSync(one).size)
  return sized[0] === undefined ? null : toSession(sized[0])
}

function toSession(path) {
  const bytes = readFileSync(path)
  const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(path) ?? [
    '00000000-0000-4000-8000-000000000001',
  ]
  return { id, text }
}

/** Puts the real session where sessions are looked for. */
function keepRealSession(home) {
  if (REAL === null) return
  const folder = join(home, '.claude/projects/-home-dev')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${REAL.id}.jsonl`), REAL.text)
}

async function drawTerminal() {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-picture-'))
  keepRealSession(home)
  const id = REAL === null ? '145e839d' : REAL.id.slice(0, 8)
  const folder = REAL === null ? BUNDLED : join(home, '.claude')
  const { stdout } = spawnSync(process.execPath, [EXECUTABLE, 'show', '--color', 'always', id], {
    encoding: 'utf8',
    env: { ...process.env, CLAUDE_CONFIG_DIR: folder, COLUMNS: '96' },
  })
  rmSync(home, { recursive: true, force: true })
  await drawLines(`$ antiphon show ${id}\n\n${stdout.split('\n').slice(0, LINES).join('\n')}`, 'show')
}

/** What stands on a terminal, as a picture. */
async function drawLines(text, name) {
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  await page.setContent(`<style>
  body { margin: 0; background: #16181d; display: inline-block }
  pre { margin: 0; padding: 20px 28px; color: #d7dae0; font: 13px/1.45 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace }
</style><pre>${toHtml(text)}</pre>`)
  await page.locator('body').screenshot({ path: pictureOf(name) })
  await page.close()
}

/** `antiphon chat` in a real terminal, in both languages: an answer and a question. */
async function drawTalks() {
  await drawTalk('terminal', 'C.UTF-8', ['? for keys', '1. Yes'])
  await drawTalk('terminal-zh-CN', 'zh_CN.UTF-8', ['? 查看按键', '1. 允许'])
}

async function drawTalk(name, language, [idle, asked]) {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-picture-'))
  const folder = makeLighthouse(home)
  const tmux = (...words) =>
    spawnSync('tmux', ['-S', join(home, 'socket'), '-f', '/dev/null', ...words], { encoding: 'utf8' }).stdout
  const until = async words => {
    for (let left = 600; left > 0; left--) {
      if (tmux('capture-pane', '-p').includes(words)) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    throw new Error(`the terminal never showed ${words}:\n${tmux('capture-pane', '-p')}`)
  }
  const variables = [`HOME=${home}`, `LANG=${language}`, `LC_ALL=${language}`, 'TERM=xterm-256color']
  const command = ['env', ...variables, process.execPath, EXECUTABLE, 'chat', '--agent', 'demo']
  try {
    tmux('new-session', '-d', '-x', '96', '-y', '40', '-c', folder, ...command)
    await until(idle)
    tmux('send-keys', '-l', 'read src/weather.ts')
    tmux('send-keys', 'Enter')
    await until('weather.ts.')
    await until(idle)
    tmux('send-keys', '-l', 'write "the horn sounds in fog" to notes.txt')
    tmux('send-keys', 'Enter')
    await until(asked)
    await drawLines(tmux('capture-pane', '-p', '-e').trimEnd().replaceAll(home, '/home/dev'), name)
  } finally {
    tmux('kill-server')
    rmSync(home, { recursive: true, force: true })
  }
}

/** A small project to talk about. */
function makeLighthouse(home) {
  const folder = join(home, 'lighthouse')
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const name of ['horn.ts', 'lamp.ts', 'weather.ts'])
    writeFileSync(join(folder, 'src', name), 'export {}\n')
  return folder
}

async function drawWindow() {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-picture-'))
  const folder = makeLighthouse(home)
  keepRealSession(home)
  const program = spawn(process.execPath, [EXECUTABLE, 'open', '--json'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [text] = await once(program.stdout, 'data')
    const { url } = JSON.parse(String(text))
    await draw(url, { name: 'session', steps: showSession })
    await draw(url, { name: 'numbers', colorScheme: 'dark', steps: showNumbers })
    await draw(url, { name: 'chat', steps: showChat })
  } finally {
    program.kill('SIGINT')
    await once(program, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
}

async function draw(url, { name, colorScheme = 'light', steps }) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    locale: 'en-US',
    reducedMotion: 'reduce',
    colorScheme,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('a[href^="#/session/"]').first().waitFor()
  await steps(page)
  await page.waitForTimeout(500)
  await page.screenshot({ path: pictureOf(name) })
  await context.close()
}

async function showSession(page) {
  await page.locator('a[href^="#/session/"]').first().click()
  await page.locator('.story-scroll .virtual-line').first().waitFor()
  // What stands around the story comes behind it.
  await page.getByText(/^\d+ files? changed/).waitFor()
  await page.locator('.story-scroll').evaluate(list => list.scrollBy(0, -620))
  await page.getByText('Loading older messages').waitFor({ state: 'hidden' })
  await page.mouse.move(640, 795)
}

async function showNumbers(page) {
  await page.getByRole('link', { name: 'Usage' }).first().click()
  await page.getByRole('heading', { name: /^Cost per/ }).waitFor()
}

async function showChat(page) {
  await page.evaluate("location.hash = '#/chat'")
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('read src/weather.ts')
  await field.press('Enter')
  await page.getByRole('heading', { name: 'read src/weather.ts' }).first().waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await field.pressSequentially('@horn')
  await page.getByRole('option', { name: /horn\.ts/ }).waitFor()
  await field.press('Enter')
  await field.pressSequentially('write "the horn sounds in fog" to notes.txt')
  await field.press('Enter')
  await page.getByRole('alertdialog').waitFor()
}

function pictureOf(name) {
  return join(ROOT, 'docs/pictures', `${name}.png`)
}
