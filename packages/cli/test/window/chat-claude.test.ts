import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseIn, say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const field = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('textbox', { name: 'Message' })
const card = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('alertdialog')
const story = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('main')
const idle = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })

/** The processes that this test's server drives, by their arguments: the browser is another. */
function listAgents(): readonly number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--input-format=stream-json'))
}

describe.skipIf(IS_SKIPPED)('a chat with the installed claude', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('is new, asks by keys wherever the focus is, changes mode and model, and is continued in a copy', async () => {
    const { page, faults, foreign, folder, simulator } = await open({
      hasClaude: true,
      replies: [
        { calls: [{ name: 'Write', input: { file_path: 'lamp.txt', content: 'lit\n' } }] },
        { calls: [{ name: 'Write', input: { file_path: 'bell.txt', content: 'rung\n' } }] },
        'Both are there.',
        'In the copy.',
      ],
    })
    await page.getByRole('button', { name: 'Agent: Claude Code' }).click()
    const agents = page.getByRole('menuitemradio')
    expect(await agents.allTextContents()).toEqual([
      expect.stringMatching(/^Claude CodeInstalled, version .* with your login/),
      expect.stringContaining('key from the environment'),
      expect.stringContaining('costs nothing'),
    ])
    await picture(page, 'claude-agents')
    await checkAccess(page)
    await page.keyboard.press('Escape')
    await say(page, 'Light the lamp')
    await card(page).getByText('lamp.txt').first().waitFor()
    expect(listAgents()).toHaveLength(1)
    // The call is shown once: what it would write stands in the card alone.
    expect(await page.getByText('lit', { exact: true }).count()).toBe(1)
    await picture(page, 'claude-permission')
    await checkAccess(page)
    // A field that holds text keeps its keys, and they are not drawn.
    await field(page).fill('half a')
    await field(page).press('1')
    expect(await field(page).inputValue()).toBe('half a1')
    expect(await card(page).locator('kbd').count()).toBe(0)
    await field(page).fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await card(page).locator('kbd').first().waitFor()
    await page.keyboard.press('1')
    await card(page).getByText('bell.txt').first().waitFor()
    await expect.poll(() => existsSync(join(folder, 'lamp.txt'))).toBe(true)
    await page.keyboard.press('3')
    await page.getByRole('textbox', { name: 'Reason' }).press('Escape')
    await page.keyboard.press('1')
    await story(page).getByText('Both are there.').waitFor()
    await idle(page)

    await field(page).press('Shift+Tab')
    await page.getByRole('button', { name: 'Permissions: Accept edits' }).waitFor()
    await chooseIn(page, 'Model', /^Haiku/)
    await page.getByRole('button', { name: /Model: Haiku/ }).waitFor()

    await page.getByRole('button', { name: 'Agent: ' }).waitFor({ state: 'detached' })
    await page.reload()
    await field(page).waitFor()
    const { chat } = await page.evaluate<{ chat: string }>(
      `fetch('/api/chat/running').then(answer => answer.json()).then(([agent]) => agent)`,
    )
    await page.evaluate(
      `fetch('/api/chat/close', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ chat: '${chat}' }) })`,
    )
    await page.getByRole('button', { name: 'Continue this session' }).waitFor()
    expect(listAgents()).toEqual([])
    const address = page.url()
    await page.getByRole('button', { name: 'Continue in a copy' }).click()
    await expect.poll(() => page.url(), { timeout: 15_000 }).not.toBe(address)
    await say(page, 'And in the copy?')
    await story(page).getByText('In the copy.').waitFor()
    expect(JSON.stringify(simulator?.log.all().at(-1)?.request)).toContain('Light the lamp')
    expect([...faults, ...foreign]).toEqual([])
  })

  it('takes pictures by paste and by drop, shows them, and lets them be removed', async () => {
    const { page, faults, simulator } = await open({ hasClaude: true, replies: ['A red dot.'] })
    await field(page).waitFor()
    const give = (kind: 'paste' | 'drop', name: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const bytes = Uint8Array.from(atob('${DOT}'), one => one.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], '${name}', { type: '${name.endsWith('png') ? 'image/png' : 'text/plain'}' }))
        const target = document.querySelector('textarea')
        const event = '${kind}' === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        target.dispatchEvent(event)
      })()`)
    await give('paste', 'pasted.png')
    await give('drop', 'dropped.png')
    const images = page.getByRole('list', { name: 'Images' }).getByRole('img')
    await images.nth(1).waitFor()
    await give('drop', 'notes.txt')
    await page.getByText('notes.txt is no picture that can be sent').waitFor()
    await page.getByRole('button', { name: 'Remove pasted.png' }).click()
    await images.nth(1).waitFor({ state: 'detached' })
    // A draft is kept with its pictures.
    await page.reload()
    await images.first().waitFor()
    await picture(page, 'claude-image')
    await checkAccess(page)
    await say(page, 'What is that?')
    await story(page).getByText('A red dot.').waitFor()
    expect(JSON.stringify(simulator?.log.all().at(-1)?.request)).toContain(DOT.slice(0, 40))
    expect(faults).toEqual([])
  })

  it('queues, edits what waits, is interrupted for the next, and says that it died', async () => {
    const long = { text: 'A long answer '.repeat(200), pace: 60 }
    const { page, faults } = await open({
      hasClaude: true,
      replies: [long, 'The second.', long, 'Back again.'],
    })
    await say(page, 'Speak')
    await story(page).getByText('A long answer').first().waitFor()
    await say(page, 'Then this')
    const queue = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
    await queue.getByText('Then this').waitFor()
    await field(page).press('ArrowUp')
    await expect.poll(() => field(page).inputValue()).toBe('Then this')
    await queue.first().waitFor({ state: 'detached' })
    await field(page).press('Control+Enter')
    await story(page).getByText('The second.').waitFor()
    await idle(page)

    await say(page, 'Speak again')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.locator('.chat-state').getByText('Working').waitFor()
    for (const pid of listAgents()) process.kill(pid, 'SIGKILL')
    const told = page.getByRole('alert').getByText('Claude Code was ended from outside.')
    await told.waitFor()
    await picture(page, 'claude-died')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Continue this session' }).click()
    await field(page).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await say(page, 'Are you there?')
    await story(page).getByText('Back again.').waitFor()
    await idle(page)
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
  })
})

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
