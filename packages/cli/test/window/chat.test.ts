import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLease } from '@antiphon/transcript'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseIn, say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const field = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('textbox', { name: 'Message' })
const card = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('alertdialog')
const idle = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })

describe.skipIf(IS_SKIPPED)('a chat in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('begins a session with the demo model, and asks before it changes something', async () => {
    const { page, faults, foreign, folder, readLog } = await open()
    await page.getByText('No key is set').waitFor()
    expect(await page.getByLabel('Folder').inputValue()).toBe(folder)
    // The demo answers whichever is chosen.
    expect(await page.getByRole('button', { name: 'Model:' }).count()).toBe(0)
    await page.getByLabel('Folder').fill(join(folder, 'none'))
    await say(page, 'Hello')
    await page.getByText('There is no folder').waitFor()
    await page.getByLabel('Folder').fill(folder)
    expect(await page.getByText('There is no folder').count()).toBe(0)
    expect(await page.title()).toBe('New chat – Antiphon')
    await checkAccess(page)
    await picture(page, 'chat-new')
    await say(page, 'run "echo hello > made.txt"')
    await card(page).getByText('$ echo hello > made.txt').waitFor()
    // The card alone shows it, no line of the story beside it.
    await expect
      .poll(() => page.locator('.story-scroll [data-row=step]', { hasText: /^Run/ }).count())
      .toBe(0)
    await expect.poll(() => page.title()).toBe('● run "echo hello > made.txt" – Antiphon')
    expect(await card(page).getByText('“Always allow” means').textContent()).toContain('made.txt')
    // The card has the focus, so that a key decides.
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alertdialog')
    await checkAccess(page)
    await picture(page, 'chat-permission')
    await page.keyboard.press('1')
    await page.getByTitle(/^Context [\d,]+ tokens/).waitFor()
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('hello\n')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    // The last answer can be copied while the agent waits for the next prompt.
    await page.getByRole('button', { name: 'Copy answer' }).waitFor()
    await picture(page, 'chat-done')

    await say(page, 'run "touch often.txt"')
    await card(page).getByRole('button', { name: 'Always allow' }).click()
    await idle(page)
    const settings = await readFile(join(folder, '.claude/settings.local.json'), 'utf8')
    expect(settings).toContain('touch')
    expect(existsSync(join(folder, 'often.txt'))).toBe(true)

    await say(page, 'write "x" to never.txt')
    await card(page).getByText('never.txt').first().waitFor()
    await page.keyboard.press('3')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Use another name')
    await picture(page, 'chat-deny')
    await page.keyboard.press('Enter')
    await page.locator('.story').getByText('Use another name').first().waitFor()
    await idle(page)
    expect(existsSync(join(folder, 'never.txt'))).toBe(false)
    await page.locator('.story-scroll').getByText('denied').waitFor()
    expect(await page.locator('.story-scroll').getByText('failed').count()).toBe(0)
    expect(JSON.stringify(await readLog())).toContain('Use another name')
    expect([...faults, ...foreign]).toEqual([])
  })

  it('shows what the agent says as it says it, is interrupted, and gives back what waits', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
    const { page, faults, readLog } = await open({
      replies: [
        { thinking: 'A thought in the making', text: words, pace: 40 },
        { calls: [{ name: 'Bash', input: { command: 'rm -rf build', description: 'Clean up' } }] },
        { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one\ntwo\n' } }] },
        'The end.',
        { calls: [{ name: 'AskUserQuestion', input: QUESTIONS }] },
        'By another model.',
      ],
    })
    await say(page, 'Talk to me')
    const story = page.locator('.story')
    await story.getByText(/word0 word1/).waitFor()
    // The log does not have it yet: what is seen is the stream.
    expect(JSON.stringify(await readLog())).not.toContain('word1')
    await picture(page, 'chat-stream')
    await field(page).press('Escape')
    await idle(page)
    await story.getByText('Interrupted', { exact: false }).first().waitFor()
    // What was cut off is in no log, and so not in the story either.
    await story.getByText(/word0 word1/).waitFor({ state: 'detached' })

    await say(page, 'Clean up')
    await card(page).waitFor()
    await say(page, 'And a second thing')
    await say(page, 'And a third thing')
    const queue = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
    await queue.nth(1).waitFor()
    await picture(page, 'chat-queue')
    await checkAccess(page)
    await queue.nth(0).getByRole('button', { name: 'Edit queued message' }).click()
    await queue.nth(1).waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('And a second thing')

    await chooseIn(page, 'Permissions', /^Accept edits/)
    await chooseIn(page, 'Model', /^Haiku/)
    await page.getByRole('button', { name: /Model: Haiku/ }).waitFor()
    await card(page)
      .getByRole('button', { name: /^Allow/ })
      .click()
    // Edits are accepted now: the file is written without a question.
    await story.getByText('The end.').waitFor()
    await idle(page)
    expect(JSON.stringify(await readLog())).toContain('And a third thing')
    await field(page).press('Enter')
    await card(page).getByLabel('Blue').check()
    await card(page).getByRole('button', { name: 'Answer', exact: true }).click()
    await story.getByText('By another model.').waitFor()
    expect(JSON.stringify(await readLog())).toContain('Which colour? → Blue')
    await idle(page)
    await page.getByTitle(/Turn \$0\.\d+, together \$0\.\d+/).waitFor()
    const last = (await readLog()).findLast(({ type }) => type === 'assistant')
    expect(last).toMatchObject({ message: { model: expect.stringContaining('haiku') } })
    expect(faults).toEqual([])
  })

  it('goes on with a stored session, and starts no agent before somebody wants that', async () => {
    const { page, faults, readLog } = await open({
      route: '/',
      replies: ['The lamp is lit.', { text: STILL, pace: 60 }],
      logs: { [`projects/-harbour/${STORED}.jsonl`]: STORED_LOG },
    })
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Light the lamp' }).first().click()
    await page.locator('.story').getByText('The fuse is gone.').waitFor()
    await picture(page, 'chat-continue')
    const go = page.getByRole('button', { name: 'Continue this session' })
    await go.waitFor()
    expect(new Set(asked.filter(path => path.startsWith('/api/chat')))).toEqual(
      new Set(['/api/chat/offer', '/api/chat/agents']),
    )
    await go.click()
    await field(page).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')

    await page.keyboard.press('ArrowUp')
    expect(await field(page).inputValue()).toBe('Light the lamp')
    await page.keyboard.press('ArrowDown')
    expect(await field(page).inputValue()).toBe('')
    await page.keyboard.type('First line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    // Enter chooses what an input method offers.
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))`,
    )
    await page.addInitScript(LINE_SWITCH)
    await page.reload()
    // The draft and the agent are still there.
    expect(await field(page).inputValue()).toBe('First line\nsecond line')
    expect(asked.filter(path => path === '/api/chat/open')).toHaveLength(1)
    await field(page).press('Enter')
    await page.locator('.story').getByText('The lamp is lit.').waitFor()
    await idle(page)
    const log = await readLog()
    const [first] = log.filter(entry => JSON.stringify(entry).includes('First line\\nsecond line'))
    expect(first).toMatchObject({ sessionId: STORED })
    expect(
      log.find(({ type, message }) => type === 'assistant' && JSON.stringify(message).includes('lit')),
    ).toMatchObject({ sessionId: STORED })

    await say(page, 'And now?')
    await page
      .locator('.story')
      .getByText(/^still0 still1/)
      .waitFor()
    await page.evaluate('setLine(false)')
    await page.getByText('cannot be reached').waitFor()
    await page.evaluate('setLine(true)')
    await page.getByText('cannot be reached').waitFor({ state: 'detached' })
    await page
      .locator('.story')
      .getByText(/still59$/)
      .waitFor()
    await idle(page)
    expect(await page.locator('.story').getByText('And now?').count()).toBe(1)
    expect(
      await page
        .locator('.story')
        .getByText(/still0 still1/)
        .count(),
    ).toBe(1)
    expect(faults).toEqual([])
  })

  it('asks before it says what waited in a log', async () => {
    const { page, faults, simulator } = await open({
      route: '/',
      replies: ['The door is shut.'],
      logs: {
        [`projects/-harbour/${STORED}.jsonl`]: [
          STORED_LOG,
          ...['Burn the boat', 'Shut the door'].map(queued),
        ].join(''),
      },
    })
    await page.getByRole('link', { name: 'Light the lamp' }).first().click()
    await page.getByRole('button', { name: 'Continue this session' }).click()
    const queue = page.getByRole('list', { name: 'Queued messages' })
    await page.getByText('Queued when the session ended').waitFor()
    await checkAccess(page)
    await picture(page, 'chat-held')
    expect(await queue.getByRole('listitem').allTextContents()).toEqual(['Burn the boat', 'Shut the door'])
    await queue.getByRole('button', { name: 'Edit queued message' }).first().click()
    await expect.poll(() => field(page).inputValue()).toBe('Burn the boat')
    expect(simulator?.log.all()).toEqual([])
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.locator('.story').getByText('The door is shut.').waitFor()
    await idle(page)
    expect(await page.getByText('Queued when the session ended').count()).toBe(0)
    const requests = JSON.stringify(simulator?.log.all().map(({ request }) => request))
    expect(requests).toContain('Shut the door')
    expect(requests).not.toContain('Burn the boat')
    expect(faults).toEqual([])
  })

  it('goes on in a copy where another program writes the session', async () => {
    const { page, faults, sessions } = await open({
      route: '/',
      replies: ['Lit in the copy.'],
      logs: { [`projects/-harbour/${STORED}.jsonl`]: STORED_LOG },
    })
    const path = join(sessions, `projects/-harbour/${STORED}.jsonl`)
    const before = await readFile(path, 'utf8')
    const lease = await acquireLease(path)
    await page.getByRole('link', { name: 'Light the lamp' }).first().click()
    await page.getByRole('button', { name: 'Continue this session' }).click()
    await page.getByRole('alert').getByText('Another program writes this session now.').waitFor()
    const address = page.url()
    await page.getByRole('button', { name: 'Continue in a copy' }).click()
    await field(page).waitFor()
    expect(page.url()).not.toBe(address)
    await say(page, 'Light it there')
    await page.locator('.story').getByText('Lit in the copy.').waitFor()
    await page.locator('.story').getByText('The fuse is gone.', { exact: true }).waitFor()
    // It was left long ago: who comes back is told what happened.
    await page.locator('.story').getByText('You asked: “Light the lamp”.').waitFor()
    await idle(page)
    await lease?.release()
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(faults).toEqual([])
  })
})

const QUESTIONS = {
  questions: [
    {
      question: 'Which colour?',
      header: 'Colour',
      options: [
        { label: 'Red', description: 'warm' },
        { label: 'Blue', description: 'cold' },
      ],
    },
  ],
}

const STILL = Array.from({ length: 60 }, (_, index) => `still${index}`).join(' ')

/** Lets a test cut the line to the agent: `setLine(false)`. */
const LINE_SWITCH = `
  const ask = window.fetch
  const lines = new Set()
  let isUp = true
  window.fetch = (url, options = {}) => {
    if (!String(url).includes('/api/chat/events')) return ask(url, options)
    if (!isUp) return Promise.reject(new TypeError('down'))
    const line = new AbortController()
    lines.add(line)
    options.signal?.addEventListener('abort', () => line.abort())
    return ask(url, { ...options, signal: line.signal })
  }
  window.setLine = next => {
    isUp = next
    if (!isUp) for (const line of lines) line.abort()
  }
`

const STORED = '22222222-2222-4222-8222-222222222222'

function storedLine(uuid: string, parentUuid: string | null, fields: object): string {
  const timestamp = '2026-11-15T08:00:00.000Z'
  const envelope = {
    sessionId: STORED,
    cwd: '{folder}',
    gitBranch: 'main',
    isSidechain: false,
    version: '2.1.200',
  }
  return `${JSON.stringify({ ...envelope, parentUuid, uuid, timestamp, ...fields })}\n`
}

const STORED_LOG = [
  storedLine('a1111111-1111-4111-8111-111111111111', null, {
    type: 'user',
    message: { role: 'user', content: 'Light the lamp' },
  }),
  storedLine('a2222222-2222-4222-8222-222222222222', 'a1111111-1111-4111-8111-111111111111', {
    type: 'assistant',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{ type: 'text', text: 'The fuse is gone.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  }),
].join('')

function queued(content: string): string {
  const entry = { type: 'queue-operation', operation: 'enqueue', content, sessionId: STORED }
  return `${JSON.stringify({ ...entry, timestamp: '2026-01-01T00:00:05.000Z' })}\n`
}
